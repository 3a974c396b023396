import type { Verdict } from "@canopy/contract/tests/scripts";
import type { ScriptCheck } from "./script-api.ts";

/** A failed check fails the test; without data, or without any check, nothing can be said. */
export function verdictOf(checks: readonly Pick<ScriptCheck, "outcome">[]): Verdict {
  if (checks.some(({ outcome }) => outcome === "failed")) return "fail";
  return checks.length === 0 || checks.some(({ outcome }) => outcome === "noData") ? "inconclusive" : "pass";
}
