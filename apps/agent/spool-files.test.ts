import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { methods } from "@canopy/contract/device-link/methods";
import { afterEach, expect, it, vi } from "vitest";
import { Spool } from "./spool/spool.ts";
import { SpoolFiles } from "./spool-files.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const FIRST_US = 1_700_000_000_000_000;

function batch(sequence: number): Uint8Array {
  const frames = new FrameBatch();
  for (let i = 0; i < 20; i++) frames.push(FIRST_US + sequence * 1e6 + i, 1, 0x123, 0, 1, Uint8Array.of(i));
  const message = encodeCb1(frames, { epoch: 1, sequence });
  if (!message.ok) throw new Error(message.problem.code);
  return message.value;
}

/** Twelve batches, a file for every two or three; the server has all of them. */
function spoolWith(keepBytes: number): Spool {
  const folder = mkdtempSync(join(tmpdir(), "canopy-spool-"));
  const spool = new Spool({ folder, newEpoch: () => 1, segmentBytes: 600, keepBytes });
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  ends.push(() => spool.close());
  for (let i = 0; i < 12; i++) spool.append([{ encode: batch, at: { source: 0, position: i } }]);
  for (let i = 0; i < 12; i++) spool.acknowledge(i, 0);
  return spool;
}

it("what the server has stays on disk as far as it is wanted, the newest of it [FIL-02]", () => {
  expect(spoolWith(0).files()).toHaveLength(1);
  const some = spoolWith(700);
  expect(some.files().length).toBeGreaterThan(1);
  expect(some.files().reduce((sum, { size }) => sum + size, 0)).toBeLessThan(700 + 1000);
  expect(some.waiting).toBe(0);
  expect(spoolWith(1e6).files().length).toBeGreaterThan(some.files().length);
});

it("offers them as logs: list, upload in pieces from an offset, busy, unknown, cancel [FIL-02]", async () => {
  const told: { topic: string; payload: string }[] = [];
  const files = new SpoolFiles(spoolWith(1e6), (topic, payload) => told.push({ topic, payload }));
  const listed = files.answer("1", "files.list", { page_size: 100 });
  const list = methods["files.list"].result.parse(listed?.ok ? listed.result : undefined);
  expect(list.total_size).toBe(list.files.length);
  expect(list.files.filter(({ writing }) => writing)).toHaveLength(1);
  const [file] = list.files;
  expect(file).toMatchObject({ content: "merged", time: FIRST_US / 1000 });
  const later = files.answer("2", "files.list", { start_time: FIRST_US / 1000 + 11_000 });
  expect(later).toMatchObject({ ok: true, result: { total_size: 1 } });

  const pieces: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    pieces.push(Buffer.concat(chunks));
    response.end();
  }).listen(0, "127.0.0.1");
  ends.push(() => server.close());
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  const answer = files.answer("3", "files.upload", { name: file?.name, url });
  expect(files.answer("4", "files.upload", { name: file?.name, url })).toEqual({ ok: false, code: "busy" });
  await vi.waitFor(() => expect(told.at(-1)?.payload).toContain('"state":"done"'));
  const whole = Buffer.concat(pieces.splice(0));
  expect(whole.toString()).toMatch(/^\(1700000000\.000000\) can1 123#00\n/);
  const sha256 = createHash("sha256").update(whole).digest("hex");
  expect(answer).toEqual({ ok: true, result: { size: file?.size, sha256 } });
  files.answer("5", "files.upload", { name: file?.name, url, offset: 100 });
  await vi.waitFor(() => expect(pieces).toHaveLength(1));
  expect(pieces[0]?.equals(whole.subarray(100))).toBe(true);
  expect(files.answer("6", "files.upload", { name: "none", url })).toMatchObject({ ok: false });
  expect(files.answer("7", "files.cancel", { name: "none" })).toEqual({ ok: false, code: "failed" });
  expect(files.answer("8", "record.start", {})).toBeUndefined();
});
