import type { RuleContent } from "@canopy/contract/alarms/rule-content";

type Recipients = Pick<RuleContent, "actions" | "escalate">;

/** Bots and webhooks: the fragment of their URL is the signing secret (`readTarget` of the contract). */
const SIGNED: ReadonlySet<string> = new Set(["feishu", "webhook"]);

/** Nobody is told a secret once it is kept, as with the secrets of providers. */
export function withoutSecrets<T extends Recipients>(rule: T): T {
  return changeTargets(rule, urlOf);
}

/** A URL that comes back without its secret keeps the one that the rule has. */
export function withKeptSecrets<T extends Recipients>(content: T, kept: Recipients): T {
  const lists = [...kept.actions, ...(kept.escalate ? [kept.escalate] : [])];
  const known = new Map(lists.flatMap(({ targets }) => targets ?? []).map((target) => [urlOf(target), target]));
  return changeTargets(content, (target) => (target.includes("#") ? target : (known.get(target) ?? target)));
}

const urlOf = (target: string) => target.replace(/#.*$/s, "");

function changeTargets<T extends Recipients>(rule: T, change: (target: string) => string): T {
  const changed = <R extends { kind: string; targets?: string[] | undefined }>(recipient: R): R =>
    SIGNED.has(recipient.kind) && recipient.targets
      ? { ...recipient, targets: recipient.targets.map(change) }
      : recipient;
  return { ...rule, actions: rule.actions.map(changed), escalate: rule.escalate && changed(rule.escalate) };
}
