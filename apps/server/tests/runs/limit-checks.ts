import { within } from "@canopy/can/measure/measure";
import { NO_DATA } from "@canopy/can/measure/samples";
import type { RoutineContent } from "@canopy/contract/tests/routines";
import type { ScriptCheck, ScriptData } from "../scripts/script-api.ts";

/** TST-01: the table of limits of a routine, without a script. A signal that is not there has no data. */
export function limitChecks(limits: RoutineContent["limits"], { signals }: ScriptData): ScriptCheck[] {
  return limits.map(({ signal, low, high }) => {
    const samples = Object.hasOwn(signals, signal) ? signals[signal] : undefined;
    const measurement = samples === undefined ? NO_DATA : within(samples, low, high);
    return { kind: "within", subject: signal, requirement: `${low} … ${high}`, ...measurement };
  });
}
