import { rolloutErrors } from "@canopy/contract/firmware/rollout-errors";
import type { ScopeKind } from "@canopy/contract/firmware/rollouts";
import { ONE_WAVE, STANDARD_WAVES, type Wave } from "@canopy/contract/firmware/waves";
import { codeText } from "../platform/error-texts.ts";
import type { Preview } from "./firmware-queries.ts";

export type Plan = "one" | "standard" | "own";

/** Whom, when, and in which waves: the same for firmware and for ECUs. */
export interface PlanDraft {
  readonly scope: ScopeKind;
  /** Of the group, type or gateway. */
  readonly chosenId: string;
  readonly deviceIds: readonly string[];
  readonly when: "now" | "at" | "window";
  readonly startAt: number | null;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly plan: Plan;
  readonly own: readonly Wave[];
}

/** A rollout of firmware that is being written. */
export interface Draft extends PlanDraft {
  readonly imageId: string;
}

export interface StepProps<D extends PlanDraft = PlanDraft> {
  readonly draft: D;
  onDraft(changes: Partial<D>): void;
}

/** Who would be upgraded now. */
export interface PreviewState {
  readonly data?: Preview | null | undefined;
  readonly error: Error | null;
}

export function newPlan(deviceIds: readonly string[]): PlanDraft {
  return {
    scope: deviceIds.length > 0 ? "device" : "group",
    chosenId: "",
    deviceIds,
    when: "now",
    startAt: null,
    from: "01:00",
    to: "05:00",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    plan: "standard",
    own: STANDARD_WAVES,
  };
}

export function wavesOf({ plan, own }: PlanDraft): readonly Wave[] {
  if (plan === "own") return own;
  return plan === "one" ? ONE_WAVE : STANDARD_WAVES;
}

/** Undefined: nothing is chosen. */
export function scopeOf({ scope, chosenId, deviceIds }: PlanDraft) {
  if (scope === "device") return deviceIds.length > 0 ? { scope, device_ids: [...deviceIds] } : undefined;
  if (chosenId === "") return undefined;
  if (scope === "type") return { scope, type_id: chosenId };
  return scope === "gateway" ? { scope, gateway_id: chosenId } : { scope, group_id: chosenId };
}

/** What every rollout is started with. */
export function planOf(draft: PlanDraft) {
  const scope = scopeOf(draft);
  const { when, startAt, from, to, timeZone } = draft;
  return (
    scope && {
      ...scope,
      when,
      start_at: when === "now" ? null : startAt,
      window: when === "window" ? { from, to, time_zone: timeZone } : null,
      waves: [...wavesOf(draft)],
    }
  );
}

/** The server says the same; here before the next step. */
export function missingOf(step: number, draft: PlanDraft): string | undefined {
  if (step === 1 && scopeOf(draft) === undefined) return codeText(rolloutErrors.scopeEmpty.code);
  const isOpen =
    (draft.when === "at" && draft.startAt === null) ||
    (draft.when === "window" && (draft.from === "" || draft.to === ""));
  return step === 2 && isOpen ? codeText(rolloutErrors.timeEmpty.code) : undefined;
}
