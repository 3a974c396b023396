import { describe, expect, it } from "vitest";
import { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { runTestScript } from "./run-test-script.ts";
import type { ScriptData } from "./script-api.ts";
import type { TestScript } from "./script-program.ts";
import { BMS_FRAMES, samples } from "./test-measured.ts";

const sandbox = new Sandbox();
const LIMITS = { timeMs: 20_000, memoryBytes: 64 * 1024 * 1024 };
const DATA: ScriptData = {
  signals: {
    "Brake.Pedal": samples([0, 0], [10, 1], [60, 0]),
    "Lamps.Stop": samples([0, 0], [93, 1], [120, 0]),
    "BMS.Alive": samples([0, 14], [10, 15], [20, 0]),
    "BMS.Volt": samples([0, 12.1], [10, 13.9]),
  },
  frames: [BMS_FRAMES],
};
/** The same identifier on another bus, and as an extended one. */
const OTHERS: ScriptData["frames"] = [
  { ...BMS_FRAMES, channel: 1, signals: ["Lamps.Stop"], times: Float64Array.of(0, 10, 20) },
  { ...BMS_FRAMES, isExtended: true, signals: ["Brake.Pedal"], times: Float64Array.of(0, 50, 100) },
];
const run = (language: TestScript["language"], text: string, limits = LIMITS) =>
  runTestScript(sandbox.run, { language, text }, DATA, limits);

const HELPERS = `within('BMS.Volt', 12, 14)
cycle(0x3A0, 100, 10)
responseTime('Brake.Pedal', 1, 'Lamps.Stop', 1, 50)
counter('BMS.Alive', 16)
checksum(0x3A0, 'xor', 2)
`;

/** A process each, which starts an engine. */
describe("a test script [TST-02]", { timeout: 120_000 }, () => {
  it.each(["groovy", "javascript"] as const)(
    "calls the helpers in %s, each a check with its moment",
    async (language) => {
      const outcome = await run(language, HELPERS);
      expect(outcome).toMatchObject({ kind: "done" });
      if (outcome.kind !== "done") return;
      expect(outcome.checks.map(({ kind, outcome: result, measured, atMs }) => [kind, result, measured, atMs])).toEqual(
        [
          ["within", "passed", 12.1, 0],
          ["cycle", "passed", 104, 204],
          ["responseTime", "failed", 83, 93],
          ["counter", "passed", 0, 10],
          ["checksum", "passed", 0, 0],
        ],
      );
      expect(outcome.used.timeMs).toBeGreaterThan(0);
    },
  );

  it("takes frames by channel, format and identifier: one that is there twice is named by a signal [TST-01]", async () => {
    const twice = { ...DATA, frames: [BMS_FRAMES, ...OTHERS] };
    const over = (text: string) => runTestScript(sandbox.run, { language: "javascript", text }, twice, LIMITS);
    expect(await over("cycle(0x3a0, 100, 10)")).toMatchObject({
      kind: "failed",
      message: expect.stringMatching(/0x3A0 is in frames of CAN1 \(11 bits\) and of CAN2 \(11 bits\): name a signal/),
    });
    const outcome = await over("checksum('BMS.Volt', 'xor', 2); checksum('Lamps.Stop', 'xor', 2)");
    expect(outcome).toMatchObject({ kind: "done", checks: [{ subject: "BMS.Volt" }, { subject: "Lamps.Stop" }] });
    expect(await over("checksum('No.Such', 'xor', 2)")).toMatchObject({ kind: "failed" });
  });

  it("judges samples by itself in both languages, with the same result", async () => {
    const groovy = await run(
      "groovy",
      "def volt = signal('BMS.Volt')\ndef mean = volt.values.sum() / volt.values.length\nprintln mean\ncheck('mean', mean < 13.5, mean)\n",
    );
    const javascript = await run(
      "javascript",
      "const { values } = signal('BMS.Volt');\nconst mean = values.reduce((a, b) => a + b) / values.length;\nprint(mean);\ncheck('mean', mean < 13.5, mean);\n",
    );
    const expected = { kind: "check", subject: "mean", outcome: "passed", measured: 13 };
    expect(groovy).toMatchObject({ kind: "done", output: "13.0\n", checks: [expected] });
    expect(javascript).toMatchObject({ kind: "done", output: "13\n", checks: [expected] });
  });

  it("tells the line of the script where it failed", async () => {
    expect(await run("groovy", "def speed = null\nprintln 'begin'\n\nprintln speed.size()\n")).toEqual({
      kind: "failed",
      failure: "error",
      message: "java.lang.NullPointerException: Cannot invoke method size() on null object",
      line: 4,
      output: "begin\n",
    });
    expect(await run("javascript", "const speed = null;\n\nspeed.size();\n")).toMatchObject({
      kind: "failed",
      line: 3,
    });
    expect(await run("javascript", "let a = 1;\nlet b = ;\n")).toMatchObject({ kind: "failed", line: 2 });
    expect(await run("groovy", "\nwithin('No.Such', 1, 2)")).toMatchObject({
      kind: "failed",
      message: "java.lang.RuntimeException: no signal No.Such",
      line: 2,
    });
  });

  it("refuses what Groovy it does not understand by name and line, before it runs", async () => {
    expect(await run("groovy", "println 1\nnew File('/etc/passwd').text\n")).toEqual({
      kind: "refused",
      problems: [{ kind: "unsupported", what: "class File", line: 2, column: 5 }],
    });
  });

  it.each([
    ["groovy", "while (true) { }"],
    ["javascript", "for (;;) try { for (;;); } catch {}"],
  ] as const)("is ended at its time in %s, at 1.1 of it at most", async (language, text) => {
    // The start of the process is no time of the script: what the sandbox allows is measured by its own limit.
    expect(await run(language, text, { ...LIMITS, timeMs: 500 })).toMatchObject({ kind: "failed", failure: "time" });
  });

  it.each([
    ["groovy", "def all = []\nwhile (true) { all << new double[1000000] }"],
    ["javascript", "const all = []; for (;;) all.push(new Float64Array(1e6));"],
  ] as const)("is ended at its memory in %s, and the next one runs", async (language, text) => {
    expect(await run(language, text)).toMatchObject({ kind: "failed", failure: "memory" });
    expect(await run(language, "within('BMS.Volt', 0, 20)")).toMatchObject({ kind: "done" });
  });

  it("has nothing of the machine, of the host's process or of the way to it", async () => {
    const escapes = [
      "host",
      "this.constructor.constructor('return process')()",
      "(async () => {}).constructor('return process')().then((found) => found.pid)",
      "within.constructor.constructor('return process')()",
      "signal('BMS.Volt').values.constructor.constructor('return process')()",
      "(() => { try { within('x') } catch (e) { return e.constructor.constructor('return process')() } })()",
      "Reflect.apply(Function.prototype.constructor, null, ['return require'])()",
      "Object.getPrototypeOf(check).constructor('return globalThis.process')().mainModule",
      "within('__proto__', 0, 1)",
      "check('toString').constructor.constructor('return process')()",
      "new Function('return import(`node:fs`)')().then",
    ];
    const text = `const seen = [];
for (const text of ${JSON.stringify(escapes)}) {
  let found = "refused";
  try { found = (0, eval)(text); found = found === undefined ? "nothing" : typeof found; } catch {}
  seen.push(found);
}
print(seen.join());`;
    const outcome = await run("javascript", text);
    expect(outcome).toMatchObject({ kind: "done" });
    const seen = outcome.kind === "done" ? outcome.output.trim().split(",") : [];
    // Promises are there, and nobody fulfils them: they lead nowhere.
    const promised = [2, 10];
    expect(seen.filter((_, at) => !promised.includes(at))).toEqual(Array.from({ length: 9 }, () => "refused"));
    expect(seen.filter((_, at) => promised.includes(at))).toEqual(["object", "function"]);
  });

  it("is ended at too many checks", async () => {
    expect(await run("groovy", "2000.times { check('x', true) }")).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("more than 1000 checks"),
      line: 1,
    });
  });
});
