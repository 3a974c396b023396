import { createHash, randomInt, randomUUID } from "node:crypto";
import { IMAGE_PIECE_BYTES } from "@canopy/contract/firmware/images";
import { ONE_WAVE } from "@canopy/contract/firmware/waves";
import { signForSimulators, simulatorPublicKey } from "../../../simulator/terminal/firmware-key.ts";
import { insertImage, setReceived } from "../../firmware/images/image-store.ts";
import { insertKey } from "../../firmware/images/key-store.ts";
import { insertRollout } from "../../firmware/rollouts/rollout-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { TestApp, TestUser } from "../test-app.ts";

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** An image of one byte. */
export const TEST_IMAGE = { version: "1.2.3", size: 1, sha256: hashOf(Buffer.from("x")) };

/** The key of simulated terminals, under a name of its own. */
export async function testKey(db: Db, tenantId: string): Promise<string> {
  const publicKey = Buffer.from(simulatorPublicKey());
  const made = await insertKey(db, { tenantId, name: randomUUID(), publicKey, userName: "" });
  if (!made) throw new Error("a key of this name is there");
  return made.id;
}

/** The row of an image, without its byte. */
export async function testImageRow(db: Db, tenantId: string, version = someVersion()): Promise<string> {
  const keyId = await testKey(db, tenantId);
  const of = { kind: "self", description: "", fileName: "x.bin", baseVersion: null, signature: "", userName: "" };
  const made = await insertImage(db, { ...TEST_IMAGE, ...of, tenantId, keyId, version });
  if (!made) throw new Error("an image of this version is there");
  await setReceived(db, { tenantId, id: made }, TEST_IMAGE.size, "ready");
  return made;
}

/** One that begins in an hour. */
export async function testRollout(db: Db, tenantId: string): Promise<string> {
  const imageId = await testImageRow(db, tenantId);
  const scope = { kind: "device", ids: [] } as const;
  const row = { tenantId, imageId, version: TEST_IMAGE.version, scope, scopeName: "", window: null, userName: "" };
  return insertRollout(db, { ...row, startMs: Date.now() + 3_600_000, waves: ONE_WAVE });
}

const someVersion = () => [randomInt(100), randomInt(100), randomInt(100)].join(".");

interface Uploaded {
  readonly version: string;
  readonly bytes: Buffer;
  readonly base?: string;
}

/** What the calls of an upload take, signed for simulated terminals. */
export function imageBody(keyId: string, { version, bytes, base }: Uploaded) {
  const content = { version, size: bytes.length, sha256: hashOf(bytes), ...(base && { base_version: base }) };
  const of = { type: "self", description: "of a test", file_name: "image.bin", key_id: keyId };
  return { ...content, ...of, differential: base !== undefined, signature: signForSimulators(content) };
}

/** Uploads a whole image by its calls. */
export async function uploadImage(
  world: Pick<TestApp, "call" | "database">,
  user: TestUser,
  image: Uploaded,
): Promise<string> {
  const keyId = await testKey(world.database.db, user.tenantId);
  const payload = imageBody(keyId, image);
  const begun = await world.call(user, { method: "POST", url: "/api/firmware/images", payload });
  if (begun.statusCode !== 200) throw new Error(begun.body);
  const { id } = begun.json().data;
  for (let at = 0; at < image.bytes.length; at += IMAGE_PIECE_BYTES) {
    const sent = await sendImagePiece(world, user, id, at, image.bytes.subarray(at, at + IMAGE_PIECE_BYTES));
    if (sent.statusCode !== 200) throw new Error(sent.body);
  }
  return id;
}

export const sendImagePiece = (
  world: Pick<TestApp, "call">,
  user: TestUser,
  id: string,
  offset: number,
  payload: Buffer,
) =>
  world.call(user, {
    method: "PUT",
    url: `/api/firmware/images/${id}/content?offset=${offset}`,
    payload,
    headers: { "content-type": "application/octet-stream" },
  });
