/** TRG-04: what a rule does when it fires. */
export const ACTION_KINDS = ["email", "sms", "voice", "command", "feishu", "webhook"] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];
/** A command tells nobody. */
export const ESCALATION_KINDS = ["email", "sms", "voice", "feishu", "webhook"] as const satisfies readonly ActionKind[];
export type EscalationKind = (typeof ESCALATION_KINDS)[number];
