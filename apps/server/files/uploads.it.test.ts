import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import type { BegunUpload } from "@canopy/contract/files/uploads";
import { LEAST_PIECE_BYTES, MOST_PIECE_BYTES } from "@canopy/contract/files/uploads";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { setPackage } from "../capacity/package-store.ts";
import { describeFilePlaces } from "../testing/stored/test-file-places.ts";
import { beginFromDevice, sendPiece, sentByDevice, sha256Of, someBytes } from "../testing/stored/test-files.ts";
import { type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { cleanUpFiles } from "./clean-up.ts";
import { getFile } from "./file-store.ts";

const TIMEOUT_MS = 120_000 * PATIENCE;
const GB = 1024 ** 3;

describeFilePlaces("files of terminals", { timeout: TIMEOUT_MS }, (openPlace) => {
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;

  beforeAll(async () => {
    world = await testApp({}, await openPlace());
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    await world.app.listen({ host: "127.0.0.1", port: 0 });
  }, TIMEOUT_MS);
  afterAll(() => world?.close());
  beforeEach(async () => {
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    device = await testDevice(world.database.db, manager.tenantId);
  });

  const contentOf = async (fileId: string): Promise<Buffer> => {
    const file = await getFile(world.database.db, manager.tenantId, fileId);
    const reader = await world.files.contents.open(manager.tenantId, file?.contentId ?? "");
    const chunks: Uint8Array[] = [];
    for await (const chunk of reader.stream(0, reader.size)) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const objects = async (): Promise<number> => {
    const found = await sql<{ n: number }>`select count(*)::int as n from file_parts`.execute(world.database.db);
    return found.rows[0]?.n ?? 0;
  };
  const onDisk = async (): Promise<number> => {
    let count = 0;
    for await (const _ of world.filePlace.files.list("")) count += 1;
    return count;
  };
  const begin = async (name: string, bytes: Buffer): Promise<BegunUpload> => {
    const answer = await beginFromDevice(world, device, { name, size: bytes.length, sha256: sha256Of(bytes) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };

  it("arrive whole, in pieces, with their hash [FIL-01]", async () => {
    const bytes = someBytes(5 * 1024 ** 2 + 17);
    const sent = await sentByDevice(world, device, "CAN1_0412.rec", bytes);
    expect(sent).toMatchObject({ state: "stored", received: bytes.length });
    expect(await contentOf(sent.file_id)).toEqual(bytes);
  });

  it("of no bytes at all are files too [FIL-01]", async () => {
    const sent = await sentByDevice(world, device, "empty.log", Buffer.alloc(0));
    expect(sent).toMatchObject({ state: "stored", received: 0 });
  });

  it("go on with their byte after the connection was cut at any byte [FIL-01]", async () => {
    const { port } = world.app.server.address() as AddressInfo;
    const bytes = someBytes(700_001);
    const { upload, file_id } = await begin("cut.rec", bytes);
    const headOf = (offset: number, length: number) =>
      `PUT /v1/file-uploads/${upload}?offset=${offset} HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`;
    for (const share of [0, 0.1, 0.5, 0.93, 0.999]) {
      const before = (await world.call(null, { url: `/api/file-uploads/${upload}` })).json().data.received;
      const piece = bytes.subarray(before, before + 200_000);
      const request = Buffer.concat([Buffer.from(headOf(before, piece.length)), piece]);
      const socket = connect(port, "127.0.0.1");
      socket.end(request.subarray(0, Math.floor(request.length * share)));
      socket.resume();
      await once(socket, "close");
      const after = (await world.call(null, { url: `/api/file-uploads/${upload}` })).json().data;
      expect(after).toMatchObject({ received: before, state: "receiving" });
      expect((await sendPiece(world, upload, before, piece.subarray(0, 130_000))).statusCode).toBe(200);
    }
    const again = await sentByDevice(world, device, "cut.rec", bytes);
    expect(again).toMatchObject({ file_id, state: "stored" });
    expect(await contentOf(file_id)).toEqual(bytes);
  });

  it("come without their length too, and never beyond the limit of a call [FIL-01]", async () => {
    const { port } = world.app.server.address() as AddressInfo;
    const bytes = someBytes(MOST_PIECE_BYTES + 100_000);
    const { upload, file_id } = await begin("unannounced.rec", bytes);
    const send = async (offset: number, part: Uint8Array) => {
      const path = `/v1/file-uploads/${upload}?offset=${offset}`;
      const call = request({ port, method: "PUT", path, headers: { "content-type": "application/octet-stream" } });
      // Not whole at once: its length is not told.
      call.write(part.subarray(0, part.length >> 1));
      call.end(part.subarray(part.length >> 1));
      const [answer] = (await once(call, "response")) as [IncomingMessage];
      return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
    };
    const kept = await objects();
    expect(await send(0, bytes)).toMatchObject({ status: 413, body: { code: "platform.bodyTooLarge" } });
    expect(await objects()).toBe(kept);
    expect(await send(0, bytes.subarray(0, 10))).toMatchObject({ body: { code: "files.pieceTooSmall" } });
    expect(await send(0, bytes.subarray(0, 100_000))).toMatchObject({ body: { data: { received: 100_000 } } });
    expect(await send(100_000, bytes.subarray(100_000))).toMatchObject({ body: { data: { state: "stored" } } });
    expect(await contentOf(file_id)).toEqual(bytes);
  });

  it("that are sent again after a lost answer are kept once [FIL-01]", async () => {
    const bytes = someBytes(100_000);
    const first = await sentByDevice(world, device, "a.rec", bytes);
    const kept = await objects();
    expect(await sentByDevice(world, device, "a.rec", bytes)).toMatchObject({
      file_id: first.file_id,
      state: "repeated",
    });
    const other = await sentByDevice(world, device, "b.rec", bytes);
    expect(other.state).toBe("repeated");
    expect(await objects()).toBe(kept);
    expect(await contentOf(other.file_id)).toEqual(bytes);
    const { rows } = await sql<{ name: string; repeats: number; same_as: string | null }>`
      select name, repeats, same_as from files where things_id = ${device.thingsId} order by name`.execute(
      world.database.db,
    );
    expect(rows).toEqual([
      { name: "a.rec", repeats: 1, same_as: null },
      { name: "b.rec", repeats: 0, same_as: "a.rec" },
    ]);
    // The other keeps the bytes when the first goes, and the last takes them along.
    await world.files.receiver.remove(manager.tenantId, [first.file_id]);
    expect(await contentOf(other.file_id)).toEqual(bytes);
    await world.files.receiver.remove(manager.tenantId, [other.file_id]);
    expect(await objects()).toBe(kept - 1);
  });

  it("with a wrong hash leave nothing and begin again [FIL-01]", async () => {
    const bytes = someBytes(90_000);
    const before = await objects();
    const answer = await beginFromDevice(world, device, { name: "x.rec", size: 90_000, sha256: sha256Of(bytes) });
    const { upload } = answer.json().data;
    const wrong = Buffer.from(bytes);
    wrong[5] = (wrong[5] ?? 0) ^ 1;
    const sent = await sendPiece(world, upload, 0, wrong);
    expect([sent.statusCode, sent.json().code]).toEqual([422, "files.wrongHash"]);
    expect(await objects()).toBe(before);
    expect((await sendPiece(world, upload, 0, bytes)).json().data).toMatchObject({ state: "stored" });
  });

  it("take each byte once from two senders at the same time [FIL-01]", async () => {
    const bytes = someBytes(3 * LEAST_PIECE_BYTES);
    const { upload, file_id } = await begin("two.rec", bytes);
    for (let at = 0; at < bytes.length; at += LEAST_PIECE_BYTES) {
      const piece = bytes.subarray(at, at + LEAST_PIECE_BYTES);
      const answers = await Promise.all([1, 2, 3].map(() => sendPiece(world, upload, at, piece)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    }
    expect(await contentOf(file_id)).toEqual(bytes);
    expect(await onDisk()).toBe(await objects());
  });

  it("are refused at wrong places, in crumbs, and beyond their size [FIL-01]", async () => {
    const bytes = someBytes(200_000);
    const { upload } = await begin("y.rec", bytes);
    const codes = [
      await sendPiece(world, upload, 5, bytes.subarray(5)),
      await sendPiece(world, upload, 0, bytes.subarray(0, 10)),
      await sendPiece(world, upload, 0, Buffer.concat([bytes, bytes])),
      await sendPiece(world, `${upload}x`, 0, bytes),
    ].map((answer) => answer.json().code);
    expect(codes).toEqual(["files.wrongOffset", "files.pieceTooSmall", "files.wrongOffset", "files.uploadUnknown"]);
  });

  it("are refused to a wrong key and an unknown device alike [FIL-01]", async () => {
    const file = { name: "z.rec", size: 1 };
    const wrong = await beginFromDevice(world, { ...device, key: "nonsense" }, file);
    const unknown = await beginFromDevice(world, { ...device, deviceId: "00000000000000000000" }, file);
    expect(wrong.statusCode).toBe(403);
    expect(unknown.json()).toEqual(wrong.json());
  });

  it.each(["../../etc/passwd", "..", "a/b", "a\\b", "nul\u0000", "line\nbreak", "", "x".repeat(256)])(
    "cannot be called %j [FIL-01]",
    async (name) => {
      expect((await beginFromDevice(world, device, { name, size: 1 })).statusCode).toBe(400);
    },
  );

  it("end at the file space, to the byte, also of a batch at once [CAP-01]", async () => {
    await sql`delete from files`.execute(world.database.db);
    await setPackage(world.database.db, manager.tenantId, { ...UNLIMITED_PACKAGE, file_storage_space: 1000 / GB });
    const begun = await Promise.all(
      [400, 400, 400, 201].map((size, n) => beginFromDevice(world, device, { name: `q${n}`, size })),
    );
    const taken = begun.filter(({ statusCode }) => statusCode === 200);
    const refused = begun.filter(({ statusCode }) => statusCode === 403);
    expect(taken.length + refused.length).toBe(4);
    expect(refused.map((answer) => answer.json().code)).toEqual(refused.map(() => "files.spaceFull"));
    const { rows } = await sql<{ used: number }>`select sum(size)::int as used from files`.execute(world.database.db);
    expect(rows[0]?.used).toBeLessThanOrEqual(1000);
    const fits = 1000 - (rows[0]?.used ?? 0);
    expect((await beginFromDevice(world, device, { name: "over", size: fits + 1 })).statusCode).toBe(403);
    expect((await beginFromDevice(world, device, { name: "fits", size: fits })).statusCode).toBe(200);
  });

  it("end at the number of files of the package [CAP-01]", async () => {
    await sql`delete from files`.execute(world.database.db);
    const limit = { ...UNLIMITED_PACKAGE, maximum_total_number_documents_stored: 2 };
    await setPackage(world.database.db, manager.tenantId, limit);
    const begin = async (n: number) =>
      (await beginFromDevice(world, device, { name: `n${n}`, size: 1 })).json().code as string | undefined;
    expect([await begin(1), await begin(2), await begin(3)]).toEqual([undefined, undefined, "files.tooManyFiles"]);
  });

  it("of a deleted device, given-up uploads and left objects go with the clean-up [FIL-01]", async () => {
    const { db } = world.database;
    const sent = await sentByDevice(world, device, "gone.rec", someBytes(100_000));
    const given = await begin("given-up.rec", someBytes(500_000));
    await sendPiece(world, given.upload, 0, someBytes(100_000));
    // A process that ended while it wrote.
    const left = await world.files.contents.begin(manager.tenantId, sent.file_id, 0, 10);
    await left.write(someBytes(10));
    await left.finish();
    await sql`update files set updated_at = now() - interval '8 days' where id = ${given.file_id}`.execute(db);
    await sql`update file_parts set changed_at = now() - interval '2 hours' where object = ${left.object}`.execute(db);
    await sql`delete from things where id = ${device.thingsId}`.execute(db);
    const job = cleanUpFiles(world.files);
    await job.handler({ signal: new AbortController().signal } as Parameters<typeof job.handler>[0]);
    const { rows } = await sql`select 1 from files where id in (${sent.file_id}, ${given.file_id})`.execute(db);
    expect(rows).toEqual([]);
    expect(await onDisk()).toBe(await objects());
  });
});
