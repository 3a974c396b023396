import { fileErrors } from "@canopy/contract/files/errors";
import { type InboxRule, inboxRule } from "@canopy/contract/files/inbox";
import { parsePattern } from "@canopy/contract/files/inbox-pattern";

/** A rule while it is edited. */
export interface DraftRule extends InboxRule {
  /** Of its row. */
  readonly key: number;
  readonly deviceName: string;
}

export const EXAMPLE = "{id}/**";

export const NEW_RULE: Omit<DraftRule, "key"> = { pattern: "", things_id: null, analyse: true, deviceName: "" };

/** Patterns that name the device have none of their own. */
export const namesDevice = ({ pattern }: InboxRule): boolean => parsePattern(pattern)?.capture !== undefined;

export const ruleOf = (draft: DraftRule): InboxRule => ({
  pattern: draft.pattern,
  analyse: draft.analyse,
  things_id: namesDevice(draft) ? null : draft.things_id,
});

/** The code of what is wrong with it. */
export function problemOf(draft: DraftRule): string | undefined {
  const parsed = inboxRule.safeParse(ruleOf(draft));
  if (parsed.success) return undefined;
  const isPattern = parsePattern(draft.pattern) === undefined;
  return (isPattern ? fileErrors.inboxPattern : fileErrors.inboxDevice).code;
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
