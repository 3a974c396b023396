import { platformErrors } from "@canopy/contract/platform/errors";
import { afterEach, describe, expect, it } from "vitest";
import { WorkerReader } from "./worker-reader.ts";

/** It answers its name when it is told to. */
const source = `import { workerData, parentPort } from "node:worker_threads";
const { name, gate } = workerData;
Atomics.wait(new Int32Array(gate), 0, 0);
parentPort.postMessage(name);`;
const worker = new URL(`data:text/javascript,${encodeURIComponent(source)}`);

let gates: SharedArrayBuffer[] = [];
let done: string[] = [];
afterEach(() => {
  for (const gate of gates) open(gate);
  [gates, done] = [[], []];
});

function open(gate: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(gate), 0, 1);
  Atomics.notify(new Int32Array(gate), 0);
}

const newReader = (atOnce = 1) =>
  new WorkerReader({ worker, limitMs: 30_000, heapMb: 64, atOnce, tooComplex: () => new Error("too complex") });
type Reader = ReturnType<typeof newReader>;

const CALL = new AbortController().signal;

function ask(reader: Reader, name: string, tenantId: string, signal: AbortSignal | undefined = CALL) {
  const gate = new SharedArrayBuffer(4);
  gates.push(gate);
  const read = reader.read<string>({ name, gate }, { tenantId, signal }).then((answer) => done.push(answer));
  // Judged by the tests that look at it.
  read.catch(() => undefined);
  return { read, open: () => open(gate) };
}

const busy = { def: platformErrors.busy };

describe("a reader of files aside", () => {
  it("lets two calls of a tenant wait, eight of all; one more is told that the server is busy", async () => {
    const reader = newReader();
    const first = ask(reader, "first", "a");
    const own = [ask(reader, "a1", "a"), ask(reader, "a2", "a")];
    await expect(ask(reader, "a3", "a").read).rejects.toMatchObject(busy);
    const others = ["b", "b", "c", "c", "d", "d"].map((tenant, i) => ask(reader, `${tenant}${i}`, tenant));
    await expect(ask(reader, "e", "e").read).rejects.toMatchObject(busy);
    for (const one of [first, ...own, ...others]) one.open();
    await Promise.all([first, ...own, ...others].map(({ read }) => read));
    expect(done).toHaveLength(9);
  });

  it("takes turns between tenants", async () => {
    const reader = newReader();
    const asked = [
      ask(reader, "a1", "a"),
      ask(reader, "a2", "a"),
      ask(reader, "a3", "a"),
      ask(reader, "b1", "b"),
      ask(reader, "c1", "c"),
    ];
    for (const one of asked) one.open();
    await Promise.all(asked.map(({ read }) => read));
    expect(done).toEqual(["a1", "b1", "a2", "c1", "a3"]);
  });

  it("refuses no work of the server's own", async () => {
    const reader = newReader();
    const asked = Array.from({ length: 12 }, (_, i) => {
      const gate = new SharedArrayBuffer(4);
      gates.push(gate);
      open(gate);
      return reader.read<string>({ name: `${i}`, gate }, { tenantId: "a" });
    });
    expect(await Promise.all(asked)).toHaveLength(12);
  });

  it("drops what a client that has gone waits for, and what is read for it", async () => {
    const reader = newReader();
    const [gone, left] = [new AbortController(), new AbortController()];
    const running = ask(reader, "running", "a", gone.signal);
    const waiting = ask(reader, "waiting", "a", left.signal);
    const last = ask(reader, "last", "a");
    left.abort();
    await expect(waiting.read).rejects.toThrow(/abort/i);
    // Its place is free again.
    const more = ask(reader, "more", "a");
    gone.abort();
    await expect(running.read).rejects.toThrow(/abort/i);
    for (const one of [last, more]) one.open();
    await Promise.all([last.read, more.read]);
    expect(done).toEqual(["last", "more"]);
    await expect(ask(reader, "late", "a", gone.signal).read).rejects.toThrow(/abort/i);
  });
});
