import type { SampleRun, ScriptText, TestCheck } from "@canopy/contract/tests/scripts";
import type { RunScript } from "../../platform/sandbox/sandbox.ts";
import { runTestScript, type ScriptOutcome, TEST_SCRIPT_LIMITS } from "./run-test-script.ts";
import type { ScriptCheck, ScriptData } from "./script-api.ts";
import { verdictOf } from "./verdict.ts";

/** Judges the data of a window with a script that is known to be readable. */
export async function judgeSample(
  run: RunScript,
  { language, content }: ScriptText,
  data: ScriptData,
  startMs: number,
): Promise<SampleRun> {
  const outcome = await runTestScript(run, { language, text: content }, data);
  const checks = outcome.kind === "done" ? outcome.checks : [];
  return {
    verdict: outcome.kind === "done" ? verdictOf(checks) : "error",
    checks: checks.map((check) => toldCheck(check, startMs)),
    output: outcome.kind === "refused" ? "" : outcome.output,
    samples: Object.fromEntries(Object.entries(data.signals).map(([name, { times }]) => [name, times.length])),
    failure: failureOf(outcome),
    time_ms: outcome.kind === "done" ? Math.round(outcome.used.timeMs) : null,
    time_limit_ms: TEST_SCRIPT_LIMITS.timeMs,
    memory_bytes: outcome.kind === "done" ? outcome.used.memoryBytes : null,
    memory_limit_bytes: TEST_SCRIPT_LIMITS.memoryBytes,
  };
}

/** With the times of day of its moments. */
export function toldCheck({ atMs, fromMs, measured, ...check }: ScriptCheck, startMs: number): TestCheck {
  const timeOf = (ms: number | null) => (ms === null ? null : Math.floor(startMs + ms));
  const known = measured === null || !Number.isFinite(measured) ? null : measured;
  return { ...check, measured: known, at_time: timeOf(atMs), from_time: timeOf(fromMs) };
}

function failureOf(outcome: ScriptOutcome): SampleRun["failure"] {
  if (outcome.kind === "done") return null;
  if (outcome.kind === "failed") return { kind: outcome.failure, message: outcome.message, line: outcome.line };
  const [first] = outcome.problems;
  return { kind: "refused", message: first?.what ?? "", line: first?.line ?? null };
}
