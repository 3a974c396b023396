import { MAX_UNLOCK_BYTES } from "@canopy/can/uds/unlock/unlock-algorithm";
import { unlockLevel } from "@canopy/contract/device-link/uds-job";
import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";
import { DEFAULT_LIMITS, type RunScript } from "../../platform/sandbox/sandbox.ts";
import type { ScriptResult } from "../../platform/sandbox/script-run.ts";

/** Levels of a script that names none. */
const USUAL_LEVELS = [1];
const levels = z.array(unlockLevel).min(1).max(32);
const key = z.array(z.number().int().min(0).max(255)).min(1).max(MAX_UNLOCK_BYTES);

/** Behind the script's own text; it does not get to see this name in use. */
const LOOK = `
;function canopyLook() {
  if (typeof key !== "function") throw new Error("function key(seed, level)");
  return typeof levels === "undefined" ? ${JSON.stringify(USUAL_LEVELS)} : levels;
}`;

/** The levels of a script that is one: it declares `function key(seed, level)` and, if it likes, `levels`. */
export async function levelsOfScript(run: RunScript, source: string): Promise<number[]> {
  const told = valueGiven(await run({ source: source + LOOK, call: "canopyLook", args: [] }));
  const checked = levels.safeParse(told);
  if (!checked.success) throw new ApiError(ecuErrors.scriptFailed, { values: { problem: "levels" } });
  return [...new Set(checked.data)].sort((a, b) => a - b);
}

/** The key of a seed, in bytes. */
export async function keyOfScript(
  run: RunScript,
  source: string,
  { level, seed }: { readonly level: number; readonly seed: Uint8Array },
): Promise<Uint8Array> {
  const made = key.safeParse(valueGiven(await run({ source, call: "key", args: [[...seed], level] })));
  if (!made.success) throw new ApiError(ecuErrors.scriptKey);
  return Uint8Array.from(made.data);
}

function valueGiven(result: ScriptResult): unknown {
  if (result.kind === "value") return result.value;
  switch (result.failure) {
    case "time":
      throw new ApiError(ecuErrors.scriptTime, { values: { limit: DEFAULT_LIMITS.timeMs } });
    case "memory":
    case "stack":
      throw new ApiError(ecuErrors.scriptMemory);
    case "result":
      throw new ApiError(ecuErrors.scriptKey);
    case "error":
      throw new ApiError(ecuErrors.scriptFailed, { values: { problem: result.message } });
    default:
      throw new ApiError(ecuErrors.scriptBusy);
  }
}
