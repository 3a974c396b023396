import { generateKeyPairSync, randomBytes } from "node:crypto";
import { IMAGE_PIECE_BYTES } from "@canopy/contract/firmware/images";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { imageBody, sendImagePiece, testKey, uploadImage } from "../../testing/worlds/test-firmware.ts";
import { eraseTenantImages } from "../clean-up.ts";
import { LINK_MS, newFirmwareLink } from "./firmware-link.ts";

describe("images of firmware", { timeout: 120_000 * PATIENCE }, () => {
  let world: TestApp;
  let manager: TestUser;
  let keyId: string;

  beforeAll(async () => {
    world = await testApp();
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    keyId = await testKey(world.database.db, manager.tenantId);
  });
  afterAll(() => world?.close());

  const begin = (body: object, user = manager) =>
    world.call(user, { method: "POST", url: "/api/firmware/images", payload: body });
  const codeOf = async (body: object) => (await begin(body)).json().code;
  const listed = async (query = "") =>
    (await world.call(manager, { url: `/api/firmware/images${query}` })).json().list as Record<string, unknown>[];
  const link = (imageId: string, nowMs = Date.now()) =>
    `/v1/firmware-links/${newFirmwareLink(TEST_SECRET, { tenantId: manager.tenantId, imageId }, nowMs)}`;
  const get = (url: string, range?: string) => world.call(null, { url, headers: range ? { range } : {} });

  it("come in pieces, go on after a cut, and are whole at their end [DEV-08]", async () => {
    const bytes = randomBytes(IMAGE_PIECE_BYTES + 1000);
    const body = imageBody(keyId, { version: "4.18.0", bytes });
    const { id } = (await begin(body)).json().data;
    const first = bytes.subarray(0, IMAGE_PIECE_BYTES);
    expect((await sendImagePiece(world, manager, id, 0, first)).json().data.received).toBe(IMAGE_PIECE_BYTES);
    // The page was closed: the same file again goes on where it was.
    expect((await begin(body)).json().data).toMatchObject({ id, received: IMAGE_PIECE_BYTES, state: "receiving" });
    expect((await sendImagePiece(world, manager, id, 0, first)).statusCode).toBe(200);
    expect((await sendImagePiece(world, manager, id, 5, first)).json().code).toBe("firmware.wrongOffset");
    const last = await sendImagePiece(world, manager, id, IMAGE_PIECE_BYTES, bytes.subarray(IMAGE_PIECE_BYTES));
    expect(last.json().data).toMatchObject({ state: "ready", version: "4.18.0", base_version: null, type: "self" });
    expect(await codeOf(body)).toBe("firmware.versionTaken");
    expect((await listed("?keyword=18.0")).map(({ version }) => version)).toEqual(["4.18.0"]);
    expect(await listed("?type=outer")).toEqual([]);
  });

  it("are refused with another hash, signature, version or base [DEV-08]", async () => {
    const bytes = randomBytes(2000);
    const body = imageBody(keyId, { version: "5.0.0", bytes });
    expect(await codeOf({ ...body, version: "5.0.1" })).toBe("firmware.wrongSignature");
    expect(await codeOf({ ...body, sha256: "0".repeat(64) })).toBe("firmware.wrongSignature");
    for (const version of ["5.0", "5.0.0.1", "500.0.0", "v5.0.0"])
      expect((await begin({ ...body, version })).statusCode, version).toBe(400);
    expect(await codeOf({ ...body, differential: true })).toBe("firmware.baseEmpty");
    expect(await codeOf({ ...body, differential: true, base_version: "5.0.0" })).toBe("firmware.baseSame");
    const { id } = (await begin(body)).json().data;
    expect((await sendImagePiece(world, manager, id, 0, randomBytes(2000))).json().code).toBe("firmware.wrongHash");
    expect((await get(link(id))).json().code).toBe("firmware.linkInvalid");
    expect((await sendImagePiece(world, manager, id, 0, bytes)).json().data.state).toBe("ready");
  });

  it("have a difference to each version before, beside the whole one [DEV-08]", async () => {
    for (const base of ["4.1.0", "4.2.0"])
      await uploadImage(world, manager, { version: "5.0.0", bytes: randomBytes(10), base });
    const bases = (await listed("?keyword=5.0.0")).map(({ base_version }) => base_version);
    expect(bases.sort()).toEqual(["4.1.0", "4.2.0", null]);
  });

  it("are sent to terminals in whatever range they ask for, by a link that expires [DEV-08]", async () => {
    const bytes = randomBytes(IMAGE_PIECE_BYTES + 5);
    const id = await uploadImage(world, manager, { version: "6.0.0", bytes });
    const url = link(id);
    expect((await get(url)).rawPayload.equals(bytes)).toBe(true);
    const from = IMAGE_PIECE_BYTES - 3;
    const rest = await get(url, `bytes=${from}-`);
    expect([rest.statusCode, rest.headers["content-range"]]).toEqual([
      206,
      `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    ]);
    expect(rest.rawPayload.equals(bytes.subarray(from))).toBe(true);
    expect((await get(url, `bytes=${bytes.length}-`)).statusCode).toBe(416);
    expect((await get(`${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`)).statusCode).toBe(404);
    expect((await get(link(id, Date.now() - LINK_MS))).statusCode).toBe(404);
  });

  it("are signed by keys of the tenant, which stay while they are needed [DEV-08]", async () => {
    const url = "/api/firmware/keys";
    const { publicKey } = generateKeyPairSync("ed25519");
    const add = (name: string, public_key: string | Buffer) =>
      world.call(manager, { method: "POST", url, payload: { name, public_key } });
    const pem = publicKey.export({ format: "pem", type: "spki" });
    const made = (await add("maker", pem)).json().data;
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
    expect(made.public_key).toBe(raw.toString("base64"));
    expect((await add("MAKER", pem)).json().code).toBe("firmware.keyNameTaken");
    expect((await add("hex", raw.toString("hex"))).statusCode).toBe(200);
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
    for (const wrong of ["", "x", rsa.export({ format: "pem", type: "spki" })])
      expect((await add("wrong", wrong)).statusCode).toBe(400);
    const remove = (id: string) => world.call(manager, { method: "DELETE", url: `${url}/${id}` });
    expect((await remove(keyId)).json().code).toBe("firmware.keyInUse");
    expect((await remove(made.id)).statusCode).toBe(200);
  });

  it("go with their bytes: one by one, and with their tenant [DEV-08] [DAT-05]", async () => {
    const id = await uploadImage(world, manager, { version: "7.0.0", bytes: randomBytes(10) });
    const image = { tenantId: manager.tenantId, id, size: 10 };
    expect((await world.call(manager, { method: "DELETE", url: `/api/firmware/images/${id}` })).statusCode).toBe(200);
    await expect(world.firmware.content.read(image, 0, 1)).rejects.toMatchObject({
      def: { code: "firmware.imageDamaged" },
    });
    const other = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
    await uploadImage(world, other, { version: "7.0.0", bytes: randomBytes(10) });
    await eraseTenantImages(world.firmware)(manager.tenantId, new AbortController().signal);
    expect(await listed()).toEqual([]);
    expect((await world.call(other, { url: "/api/firmware/images" })).json().list).toHaveLength(1);
  });
});
