import type { Problem } from "@canopy/groovy/syntax/problem";
import type { RunScript } from "../../platform/sandbox/sandbox.ts";
import type { ScriptFailure, ScriptLimits, ScriptResult, ScriptUse } from "../../platform/sandbox/script-run.ts";
import type { ScriptCheck, ScriptData, ScriptReport } from "./script-api.ts";
import { programOf, type TestScript } from "./script-program.ts";

/** TST-02: time and memory of a test script. */
export const TEST_SCRIPT_LIMITS: ScriptLimits = { timeMs: 30_000, memoryBytes: 256 * 1024 * 1024 };

const HOST = new URL("./script-host.ts", import.meta.url).href;

/** How a script ended. A failure has the line of the script where that is known. */
export type ScriptOutcome =
  | ({ readonly kind: "done"; readonly used: ScriptUse } & ScriptReport)
  | { readonly kind: "refused"; readonly problems: readonly Problem[] }
  | {
      readonly kind: "failed";
      readonly failure: ScriptFailure;
      readonly message: string;
      readonly line: number | null;
      /** What it printed before. */
      readonly output: string;
    };

/** Runs a script over the data; the helpers that it calls run over the same data outside of its engine. */
export async function runTestScript(
  run: RunScript,
  script: TestScript,
  data: ScriptData,
  limits: ScriptLimits = TEST_SCRIPT_LIMITS,
): Promise<ScriptOutcome> {
  const program = programOf(script);
  if (program.kind === "refused") return program;
  const result = await run({ source: program.files, call: "main", args: [], host: { module: HOST, data } }, limits);
  return outcomeOf(result, program.lineOf);
}

/** What `main` of the program gives: written by the prelude. */
interface Told {
  readonly checks: readonly ScriptCheck[];
  readonly output: string;
  readonly error: { readonly type: string; readonly message: string | null; readonly stack: string } | null;
}

function outcomeOf(result: ScriptResult, lineOf: (stack: string) => number | null): ScriptOutcome {
  if (result.kind === "failed") {
    const { failure, message, stack = "" } = result;
    return { kind: "failed", failure, message, line: lineOf(stack), output: "" };
  }
  const { checks, output, error } = result.value as Told;
  if (error === null) return { kind: "done", checks, output, used: result.used };
  const message = error.message === null ? error.type : `${error.type}: ${error.message}`;
  return { kind: "failed", failure: "error", message, line: lineOf(error.stack), output };
}
