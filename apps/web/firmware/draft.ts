import type { createRollout, ScopeKind } from "@canopy/contract/firmware/rollouts";
import { ONE_WAVE, STANDARD_WAVES, type Wave } from "@canopy/contract/firmware/waves";
import type { CallArguments } from "@canopy/contract/platform/endpoint";
import type { PreviewBody } from "./firmware-queries.ts";

export type Plan = "one" | "standard" | "own";

/** A rollout that is being written. */
export interface Draft {
  readonly imageId: string;
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

export interface StepProps {
  readonly draft: Draft;
  onDraft(changes: Partial<Draft>): void;
}

export function newDraft(imageId: string, deviceIds: readonly string[]): Draft {
  return {
    imageId,
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

export function wavesOf({ plan, own }: Draft): readonly Wave[] {
  if (plan === "own") return own;
  return plan === "one" ? ONE_WAVE : STANDARD_WAVES;
}

/** Undefined: nothing is chosen. */
export function scopeOf({ imageId, scope, chosenId, deviceIds }: Draft): PreviewBody | undefined {
  const of = { image_id: imageId, scope };
  if (scope === "device") return deviceIds.length > 0 ? { ...of, device_ids: [...deviceIds] } : undefined;
  if (chosenId === "" || imageId === "") return undefined;
  if (scope === "type") return { ...of, type_id: chosenId };
  return scope === "gateway" ? { ...of, gateway_id: chosenId } : { ...of, group_id: chosenId };
}

export function bodyOf(draft: Draft): CallArguments<typeof createRollout>["body"] | undefined {
  const scope = scopeOf(draft);
  if (!scope) return undefined;
  const { when, startAt, from, to, timeZone } = draft;
  return {
    ...scope,
    when,
    start_at: when === "now" ? null : startAt,
    window: when === "window" ? { from, to, time_zone: timeZone } : null,
    waves: [...wavesOf(draft)],
  };
}
