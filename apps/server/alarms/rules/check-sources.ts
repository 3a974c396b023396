import { readFormula } from "@canopy/can/formula/formula";
import type { Condition } from "@canopy/contract/alarms/conditions";
import { ruleErrors } from "@canopy/contract/alarms/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { findSignal } from "../../signals/bindings/find-signal.ts";
import type { ConditionSources } from "../engine/compile-condition.ts";

type Named = Parameters<typeof findSignal>[1] & { readonly dbc_id: string; readonly revision?: number | undefined };

/** Throws what a condition names that is not there, or cannot be judged as data comes. */
export function checkSources(sources: ConditionSources, conditions: readonly Condition[]): void {
  for (const condition of conditions) {
    if (condition.kind === "signal") checkSignal(sources, condition);
    if (condition.kind === "computed") checkComputed(sources, condition.computed);
  }
}

function checkComputed(sources: ConditionSources, computed: string): void {
  const found = sources.computed(computed);
  const refused = { field: "conditions", values: { computed } };
  if (!found) throw new ApiError(ruleErrors.conditionComputedUnknown, refused);
  const read = readFormula(
    found.formula,
    found.inputs.map(({ name }) => name),
  );
  if (!read.ok || read.value.liveProblem !== undefined)
    throw new ApiError(ruleErrors.conditionComputedNotLive, refused);
  for (const { name, signal } of found.inputs) if (read.value.used.includes(name)) checkSignal(sources, signal);
}

function checkSignal(sources: ConditionSources, named: Named): void {
  const dbc = sources.dbc(named.dbc_id, named.revision);
  if (!dbc) throw new ApiError(platformErrors.notFound, { field: "conditions" });
  if (!findSignal(dbc, named))
    throw new ApiError(ruleErrors.conditionSignalUnknown, { field: "conditions", values: { signal: named.signal } });
}
