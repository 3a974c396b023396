import { curveErrors } from "@canopy/contract/signals/curve-errors";
import { testErrors } from "@canopy/contract/tests/errors";
import type { StageFailure } from "@canopy/contract/tests/runs";
import { ApiError } from "../../platform/http/api-error.ts";

/** What a routine can have wrong, by the code of its error. */
const REASONS: Readonly<Record<string, StageFailure["code"]>> = {
  [curveErrors.signalGone.code]: "noSignal",
  [curveErrors.dbcGone.code]: "noSignal",
  [curveErrors.revisionGone.code]: "noSignal",
  [testErrors.signalTwice.code]: "signalTwice",
  [testErrors.tooManySamples.code]: "tooManySamples",
};

/** Why a run ended in the midst of a stage. */
export function reasonOf(error: unknown, signal: AbortSignal): Pick<StageFailure, "code" | "values"> {
  if (signal.aborted) return { code: signal.reason === "cancel" ? "cancelled" : "lost", values: {} };
  const { def, circumstances } = error instanceof ApiError ? error : {};
  const code = REASONS[def?.code ?? ""];
  return code === undefined ? { code: "lost", values: {} } : { code, values: { ...circumstances?.values } };
}
