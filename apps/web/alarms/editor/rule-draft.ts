import { z } from "zod";
import { readStorage, writeStorage } from "../../platform/kept.ts";
import type { RuleValues } from "../rule-form.ts";

/** A rule that was begun and not saved, in this browser. */
export interface KeptRule {
  readonly values: RuleValues;
  readonly keptMs: number;
  /** True: a signing secret was typed, and is not here. */
  readonly lacksSecrets?: boolean | undefined;
}

/** Of what is typed: no signing secret; one that a draft does not keep; one that a restored draft has lost. */
export type DraftSecrets = "none" | "unkept" | "lost";

const kept = z.object({
  values: z.looseObject({ name: z.string(), conditions: z.array(z.unknown()) }),
  keptMs: z.number(),
  lacksSecrets: z.boolean().optional(),
});

const storageKey = (of: string) => `canopy.ruleDraft.${of}`;

/** Undefined: none, or one that cannot be read. */
export function keptRule(of: string): KeptRule | undefined {
  try {
    return kept.parse(JSON.parse(readStorage(storageKey(of)) ?? "null")) as KeptRule;
  } catch {
    return undefined;
  }
}

/** Signing secrets of webhooks, which are fragments of their URLs, do not stay in the browser. */
export function keepRule(of: string, rule: KeptRule | undefined): void {
  const actions = rule?.values.actions?.map((action) => ({ ...action, targets: action.targets?.map(withoutSecret) }));
  const values = rule && { ...rule.values, ...(actions && { actions }), ...withoutEscalateSecret(rule.values) };
  const lacksSecrets = rule && (rule.lacksSecrets || hasSecrets(rule.values));
  writeStorage(storageKey(of), JSON.stringify(rule ? { ...rule, values, lacksSecrets } : null));
}

/** Whether a target has a signing secret. */
export function hasSecrets({ actions = [], escalate }: RuleValues): boolean {
  const targets = [...actions, ...(escalate ? [escalate] : [])].flatMap(({ targets: to = [] }) => to);
  return targets.some((target) => withoutSecret(target) !== target);
}

const withoutSecret = (target: string) => target.replace(/#.*$/s, "");

function withoutEscalateSecret({ escalate }: RuleValues) {
  return escalate ? { escalate: { ...escalate, targets: escalate.targets?.map(withoutSecret) } } : {};
}
