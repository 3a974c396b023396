// TST-02: a Groovy script of 100 lines over a million samples in the sandbox, with the start of its process; and the helpers over
// the same samples outside of its engine.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Sandbox } from "../apps/server/platform/sandbox/sandbox.ts";
import { runTestScript } from "../apps/server/tests/scripts/run-test-script.ts";
import type { ScriptData } from "../apps/server/tests/scripts/script-api.ts";
import { hostFunctions } from "../apps/server/tests/scripts/script-host.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import type { BenchResult } from "./run.ts";

const SAMPLES = 1_000_000;
const LIMITS: Limits = { atMost: { scriptSeconds: 10, helperSeconds: 1 } };
const HELPERS = `within('A.Volt', 0, 20)
cycle('A.Volt', 10, 20)
responseTime('A.Brake', 1, 'A.Lamp', 1, 50)
counter('A.Alive', 16)
checksum(0x100, 'crc8', 7)
`;

export async function run(): Promise<BenchResult> {
  const data = samples();
  const script = readFileSync(join(import.meta.dirname, "groovy/limits.groovy"), "utf8");
  const metrics = {
    scriptSeconds: await secondsOf(script, data, `samples ${SAMPLES}`),
    helperSeconds: helperSeconds(data),
    helperScriptSeconds: await secondsOf(HELPERS, data, ""),
  };
  return { metrics, peers: { limits: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
}

async function secondsOf(text: string, data: ScriptData, shown: string): Promise<number> {
  const from = performance.now();
  const outcome = await runTestScript(new Sandbox().run, { language: "groovy", text }, data);
  if (outcome.kind !== "done" || !outcome.output.includes(shown)) throw new Error(JSON.stringify(outcome));
  return (performance.now() - from) / 1000;
}

/** The helpers alone, as the process of the sandbox runs them. */
function helperSeconds(data: ScriptData): number {
  const host = hostFunctions(data);
  const from = performance.now();
  host.within?.("A.Volt", 0, 20);
  host.cycle?.("A.Volt", 10, 20);
  host.responseTime?.("A.Brake", 1, "A.Lamp", 1, 50);
  host.counter?.("A.Alive", 16);
  host.checksum?.(0x100, "crc8", 7);
  return (performance.now() - from) / 1000;
}

function samples(): ScriptData {
  const times = Float64Array.from({ length: SAMPLES }, (_, i) => i * 10);
  const of = (value: (i: number) => number) => ({ times, values: times.map((_, i) => value(i)) });
  return {
    signals: {
      "A.Volt": of((i) => 12 + 3 * Math.sin(i / 500) + ((i * 7919) % 1000) / 1000),
      "A.Brake": of((i) => (i % 500 < 50 ? 1 : 0)),
      "A.Lamp": of((i) => (i % 500 >= 4 && i % 500 < 54 ? 1 : 0)),
      "A.Alive": of((i) => i % 16),
    },
    frames: [
      {
        channel: 0,
        id: 0x100,
        isExtended: false,
        signals: ["A.Volt", "A.Brake", "A.Lamp", "A.Alive"],
        times,
        lengths: new Uint8Array(SAMPLES).fill(8),
        data: Uint8Array.from({ length: SAMPLES * 8 }, (_, i) => i & 255),
        stride: 8,
      },
    ],
  };
}
