import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../../testing/engines/test-s3.ts";
import { openS3Line, type S3Line } from "../../testing/faults/s3-line.ts";
import type { Files, ListOptions, ReadBack } from "./files.ts";
import { FilesFault } from "./files-fault.ts";
import { S3Files } from "./s3-files.ts";
import { PART_BYTES } from "./s3-upload.ts";
import type { S3Settings } from "./s3-url.ts";

const noS3 = whyNoS3();
if (noS3) console.warn(`files in S3 are not tested: ${noS3}`);

const BYTES = Buffer.from("0123456789");
const atOnce = { wait: async () => undefined };

async function put(files: Files, name: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await files.create(name);
  for (const part of parts) await file.write([part]);
  await file.finish();
}

async function namesOf(files: Files, prefix = "", options?: ListOptions): Promise<string[]> {
  const names: string[] = [];
  for await (const name of files.list(prefix, options)) names.push(name);
  return names;
}

/** Bytes that differ from place to place. */
function manyBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i + 4 <= length; i += 4) bytes.writeUInt32LE((i * 2654435761) >>> 0, i);
  return bytes;
}

describe.skipIf(noS3 !== undefined)("files in S3 [FIL-06]", () => {
  let server: TestS3;
  let line: S3Line;
  let settings: S3Settings;
  let files: Files;
  /** For small files: does not wait for a silent server, and asks a slow one often. */
  let hasty: Files;

  beforeAll(async () => {
    server = await testS3();
    line = await openS3Line(server.port);
    settings = s3SettingsOf(line.port, randomUUID());
    files = new S3Files(settings, atOnce);
    hasty = new S3Files(settings, { ...atOnce, idleMs: 1000, attempts: 40 });
  });
  afterEach(() => line.mend());
  afterAll(async () => {
    await files?.close();
    await hasty?.close();
    await line?.close();
    await server?.stop();
  });

  it("are put, read by ranges, measured, listed and removed", async () => {
    await put(files, "one/a.seg", [BYTES.subarray(0, 4), BYTES.subarray(4)]);
    await put(files, "two/b.seg", [BYTES]);
    expect(Buffer.from(await files.read("one/a.seg", 2, 3)).toString()).toBe("234");
    expect(Buffer.from(await files.read("one/a.seg", 8, 5)).toString()).toBe("89");
    expect(await files.read("one/a.seg", 10, 5)).toHaveLength(0);
    expect(await files.size("one/a.seg")).toBe(10);
    expect(await namesOf(files)).toEqual(["one/a.seg", "two/b.seg"]);
    await files.remove("one/a.seg");
    await files.remove("one/a.seg");
    expect(await files.size("one/a.seg")).toBeUndefined();
    await expect(files.read("one/a.seg", 0, 1)).rejects.toMatchObject({ code: "ENOENT" });
    await files.remove("two/b.seg");
  });

  it("are sent in parts where they are large", async () => {
    const bytes = manyBytes(2 * PART_BYTES + 12_345);
    const pieces = [bytes.subarray(0, 1000), bytes.subarray(1000, PART_BYTES + 5), bytes.subarray(PART_BYTES + 5)];
    await put(files, "large.seg", pieces);
    expect(await files.size("large.seg")).toBe(bytes.length);
    const across = await files.read("large.seg", PART_BYTES - 100, 200);
    expect(Buffer.compare(across, bytes.subarray(PART_BYTES - 100, PART_BYTES + 100))).toBe(0);
    expect(Buffer.compare(await files.read("large.seg", 0, bytes.length), bytes)).toBe(0);
    expect(line.requests.filter((one) => one.startsWith("PUT") && one.includes("partNumber"))).toHaveLength(3);
    await files.remove("large.seg");
  });

  it("leave nothing behind when they are given up, or when their writer died", async () => {
    const large = manyBytes(PART_BYTES + 1);
    const given = await files.create("given-up.seg");
    await given.write([large]);
    await given.abort();
    const dead = await files.create("dead.seg");
    await dead.write([large]);
    expect(await namesOf(files)).toEqual([]);
    expect(await namesOf(files, "de", { withUnfinished: true })).toEqual(["dead.seg"]);
    expect(await namesOf(files, "other/", { withUnfinished: true })).toEqual([]);
    await files.remove("dead.seg", { isUnfinished: true });
    expect(await namesOf(files, "", { withUnfinished: true })).toEqual([]);
    await expect(dead.finish()).rejects.toThrow();
    expect(await files.size("dead.seg")).toBeUndefined();
  });

  it("are replaced whole, and removed where their check fails", async () => {
    await put(files, "same.seg", [BYTES]);
    await put(files, "same.seg", [BYTES.subarray(0, 3)]);
    expect(await files.size("same.seg")).toBe(3);
    const wrong = await files.create("same.seg");
    await wrong.write([BYTES]);
    const check = async (read: ReadBack) => {
      expect(Buffer.from(await read(1, 2)).toString()).toBe("12");
      throw new Error("wrong");
    };
    await expect(wrong.finish(check)).rejects.toThrow("wrong");
    expect(await files.size("same.seg")).toBeUndefined();
  });

  it("keep their finished form where only what a dead writer left goes", async () => {
    await put(files, "kept.seg", [BYTES]);
    const dead = await files.create("kept.seg");
    await dead.write([manyBytes(PART_BYTES + 1)]);
    await files.remove("kept.seg", { leavesFinished: true });
    await expect(dead.finish()).rejects.toThrow();
    expect(await files.size("kept.seg")).toBe(10);
    await files.remove("kept.seg");
  });

  it.each(["error", "slowDown", "silence", "cutRequest", "lostReply"] as const)(
    "come through %s of the server",
    async (fault) => {
      line.fail(fault, "PUT", 1);
      await put(hasty, "fault.seg", [BYTES]);
      line.fail(fault, "GET", 1);
      expect(Buffer.from(await hasty.read("fault.seg", 0, 10)).toString()).toBe("0123456789");
      line.fail(fault, "DELETE", 1);
      await hasty.remove("fault.seg");
      expect(await hasty.size("fault.seg")).toBeUndefined();
    },
  );

  it.each(["cutReply", "stall"] as const)("come through a reply that ends early: %s", async (fault) => {
    await put(files, "cut.seg", [BYTES]);
    line.fail(fault, "GET", 2);
    expect(Buffer.from(await hasty.read("cut.seg", 0, 10)).toString()).toBe("0123456789");
    await files.remove("cut.seg");
  });

  it("come through faults of an upload in parts, also where the answer to its end is lost", async () => {
    const bytes = manyBytes(PART_BYTES + 10);
    line.fail("slowDown", "PUT", 1);
    line.fail("cutRequest", "PUT", 1);
    line.fail("error", "POST", 1);
    const file = await files.create("parts.seg");
    await file.write([bytes]);
    line.fail("lostReply", "POST", 1);
    await file.finish();
    expect(Buffer.compare(await files.read("parts.seg", 0, bytes.length), bytes)).toBe(0);
    await files.remove("parts.seg");
  });

  it("say that the server is away, and are tried no more than a few times", async () => {
    line.fail("error", "GET", 100);
    line.requests.length = 0;
    await expect(files.read("any", 0, 1)).rejects.toMatchObject({ kind: "unreachable", code: "FILES_UNREACHABLE" });
    expect(line.requests).toHaveLength(5);
  });

  it.each([
    ["unreachable", { endpoint: "http://127.0.0.1:1" }, "does not answer (ECONNREFUSED)"],
    ["refused", { keys: { id: "test:tester", secret: "hunter2" } }, "SignatureDoesNotMatch"],
    ["refused", { keys: { id: "test:nobody", secret: "hunter2" } }, "refuses"],
    ["missing", { bucket: "elsewhere" }, "elsewhere"],
  ] as const)("name the setting where the place is %s", async (kind, wrong, text) => {
    const other = new S3Files({ ...settings, ...wrong }, atOnce);
    const fault = await other.read("any", 0, 1).catch((error: unknown) => error);
    await other.close();
    expect(fault).toBeInstanceOf(FilesFault);
    const { message } = fault as FilesFault;
    expect(fault).toMatchObject({ kind });
    expect(message).toContain("S3_URL");
    expect(message).toContain(text);
    expect(message).not.toContain("hunter2");
  });
});
