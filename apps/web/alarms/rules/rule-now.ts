import type { ListedRule } from "@canopy/contract/alarms/rules";

export type RuleNowKind = "off" | "lost" | "active" | "offline" | "recovering" | "pending" | "normal";

export interface RuleState {
  readonly kind: RuleNowKind;
  /** Since when; null: not said. */
  readonly at: number | null;
}

type Shown = Pick<ListedRule, "enabled" | "active" | "active_time" | "lost_time" | "phase">;

type Acting = Pick<ListedRule, "is_orphan" | "actions" | "recover" | "escalate">;

/** USR-03: it has something to send, and nobody by whose rights it would be sent. */
export const isSilenced = ({ is_orphan, actions, recover, escalate }: Acting): boolean =>
  is_orphan && (actions.length > 0 || recover.command !== undefined || escalate !== null);

/** TRG-04: a missing signal is never a silent recovery, and a device that is away is not watched. */
export function ruleNow({ enabled, active, active_time, lost_time, phase }: Shown, isOffline: boolean): RuleState {
  if (!enabled) return { kind: "off", at: null };
  if (lost_time !== null) return { kind: "lost", at: lost_time };
  if (active > 0) return { kind: phase === "recovering" ? "recovering" : "active", at: active_time };
  if (isOffline) return { kind: "offline", at: null };
  return { kind: phase === "pending" ? "pending" : "normal", at: null };
}
