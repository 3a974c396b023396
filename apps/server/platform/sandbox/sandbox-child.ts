/** The process of a sandbox: one script, one answer, end. Started by `sandbox.ts` only. */
import { evaluateScript } from "./evaluate-script.ts";
import {
  BEGINS,
  type ChildRun,
  failed,
  type HostFunctions,
  READY,
  type ScriptHost,
  type ScriptResult,
} from "./script-run.ts";

function answer(result: ScriptResult): void {
  process.send?.(result, () => process.exit(0));
}

/** The engine itself fails where its memory or the stack of the process ends. */
function failureOf(error: unknown): ScriptResult {
  const message = String(error);
  if (/call stack/i.test(message)) return failed("stack", message);
  return failed(/memory|abort/i.test(message) ? "memory" : "error", message);
}

async function hostOf({ module, data }: ScriptHost): Promise<HostFunctions> {
  const made: { hostFunctions(data: unknown): HostFunctions } = await import(module);
  return made.hostFunctions(data);
}

async function evaluate(run: ChildRun): Promise<ScriptResult> {
  const host = run.host && (await hostOf(run.host));
  return evaluateScript(run, { host, begins: () => process.send?.(BEGINS) });
}

process.once("message", (run: ChildRun) => {
  evaluate(run).then(answer, (error: unknown) => answer(failureOf(error)));
});
process.once("disconnect", () => process.exit(1));
process.send?.(READY);
