import type { AlarmRule } from "@canopy/contract/alarms/rules";
import { useEffect, useEffectEvent, useState } from "react";
import { type RuleValues, valuesOf } from "../rule-form.ts";
import { type DraftSecrets, hasSecrets, keepRule, keptRule } from "./rule-draft.ts";

/** After the last change. */
const SETTLE_MS = 600;

export interface StartOfRule {
  /** The name of its draft in this browser. */
  readonly of: string;
  readonly first: RuleValues;
  /** What was begun before and not saved. */
  readonly values: RuleValues;
  readonly keptMs: number | undefined;
  /** The draft was kept without a signing secret. */
  readonly lacksSecrets?: boolean | undefined;
}

interface Opened {
  rule: AlarmRule | undefined;
  filled: Partial<RuleValues> | undefined;
  thingsId: string;
  userId: string;
}

/** A rule that was saved since, and a new one that was opened for something, do not begin with an old draft. */
export function startOfRule({ rule, filled, thingsId, userId }: Opened): StartOfRule {
  const of = `${userId}.${rule?.rule_id ?? `new.${thingsId}`}`;
  const first = valuesOf(rule, thingsId, filled);
  const isFilled = filled !== undefined && Object.keys(filled).length > 0;
  const kept = isFilled ? undefined : keptRule(of);
  const isOld = kept !== undefined && rule !== undefined && rule.updated_time > kept.keptMs;
  if (kept === undefined || isOld) return { of, first, values: first, keptMs: undefined };
  return { of, first, ...kept };
}

/** Keeps the draft while somebody works on it; gives whether there is something to lose, and when it was kept. */
export function useRuleDraft({ of, first, keptMs, lacksSecrets }: StartOfRule, values: RuleValues) {
  const [keptAtMs, setKeptAtMs] = useState(keptMs);
  const text = JSON.stringify(values);
  const isChanged = text !== JSON.stringify(first);
  const secrets: DraftSecrets = hasSecrets(values) ? "unkept" : lacksSecrets && hasWebhook(values) ? "lost" : "none";
  const keep = useEffectEvent(() => {
    const nowMs = Date.now();
    keepRule(of, { values, keptMs: nowMs, lacksSecrets: secrets === "lost" });
    setKeptAtMs(nowMs);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change begins the wait anew
  useEffect(() => {
    if (!isChanged) return;
    const timer = setTimeout(keep, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isChanged, text]);
  useEffect(() => {
    if (!isChanged) return;
    // A page that is reloaded or closed does not wait.
    const onHide = () => keep();
    addEventListener("pagehide", onHide);
    return () => removeEventListener("pagehide", onHide);
  }, [isChanged]);
  return {
    isChanged,
    keptAtMs: isChanged ? keptAtMs : undefined,
    secrets,
    keep,
    discard: () => keepRule(of, undefined),
  };
}

/** Kinds whose targets have signing secrets. */
const SIGNED = ["webhook", "feishu"];

const hasWebhook = ({ actions = [], escalate }: RuleValues): boolean =>
  [...actions, ...(escalate ? [escalate] : [])].some(({ kind }) => SIGNED.includes(kind));
