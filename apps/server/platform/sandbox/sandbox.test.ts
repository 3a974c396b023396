import { describe, expect, it } from "vitest";
import { Sandbox } from "./sandbox.ts";

const sandbox = new Sandbox();
const SHORT = { timeMs: 300, memoryBytes: 16 * 1024 * 1024 };
/** The memory counts, not the time of a busy machine. */
const LONG = { ...SHORT, timeMs: 30_000 };
const run = (source: string, args: readonly unknown[] = [], limits = SHORT) =>
  sandbox.run({ source, call: "main", args }, limits);
const failure = async (source: string, limits = SHORT) => {
  const result = await run(source, [], limits);
  return result.kind === "failed" ? result.failure : result;
};

/** A process each, which starts an engine. */
describe("the sandbox of scripts [UDS-03]", { timeout: 60_000 }, () => {
  it("gives what the function returns, of arguments as they are", async () => {
    const source =
      "function main(seed, level) { return { key: seed.map((byte) => (byte ^ 0x5a) + level), big: 2n ** 8n + '' } }";
    expect(await run(source, [[1, 2], 3])).toMatchObject({ kind: "value", value: { key: [0x5e, 0x5b], big: "256" } });
  });

  it("ends an endless loop, also one that catches everything", async () => {
    expect(await failure("function main() { for (;;); }")).toBe("time");
    expect(await failure("function main() { for (;;) try { for (;;); } catch {} }")).toBe("time");
    expect(await failure("for (;;);")).toBe("time");
    expect(await failure("function main() { return /(a+)+$/.test('a'.repeat(40) + 'b') }")).toBe("time");
  });

  it("ends a script that takes memory without end", async () => {
    const arrays = "function main() { const all = []; for (;;) all.push(new Uint8Array(1 << 23)); }";
    expect(await failure(arrays, LONG)).toBe("memory");
    expect(await failure("function main() { let s = 'x'; for (;;) s += s; }", LONG)).toMatch(/memory|error/);
    const reached =
      "function main() { let n = 0; try { for (const all = [];; n++) all.push(new Uint8Array(1 << 20)) } catch { return n } }";
    const told = await run(reached, [], LONG);
    expect(told.kind === "value" && Number(told.value)).toBeLessThan(32);
  });

  it("ends a recursion that is too deep", async () => {
    expect(await failure("function main() { return main() + 1 }", LONG)).toBe("stack");
  });

  it("has nothing of the machine: no require, process, fetch, timers, files or modules", async () => {
    const names =
      "require process fetch XMLHttpRequest WebSocket setTimeout setInterval Buffer Deno Bun std os console module";
    const source = `function main() { return ${JSON.stringify(names.split(" "))}.filter((name) => name in globalThis) }`;
    expect(await run(source)).toMatchObject({ kind: "value", value: [] });
    // A promise that nobody fulfils.
    expect(await run("function main() { return import('node:fs') }")).toMatchObject({ kind: "value", value: {} });
    const reached = "function main() { return String((0, (() => {}).constructor)('return this')() === globalThis) }";
    expect(await run(reached)).toMatchObject({ kind: "value", value: "true" });
  });

  it("tells what is wrong with a script", async () => {
    const result = await run("function main( {");
    expect(result).toMatchObject({ kind: "failed", failure: "error" });
    expect(result.kind === "failed" && result.message).toMatch(/SyntaxError/);
    expect(await run("function main() { throw new Error('seed too short') }")).toMatchObject({
      failure: "error",
      message: "Error: seed too short",
    });
    expect(await failure("function main() {}")).toBe("result");
    expect(await failure("let other = 1")).toBe("error");
    expect(await failure("function main() { throw { toString() { for (;;); } } }")).toMatch(/error|time/);
  });

  it("runs many one after the other, each from its own beginning", async () => {
    const source = "globalThis.count = (globalThis.count ?? 0) + 1; function main() { return count }";
    const all = await Promise.all(Array.from({ length: 6 }, () => run(source, [], LONG)));
    expect(all.map((one) => one.kind === "value" && one.value)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
