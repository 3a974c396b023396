import type { FrameCondition } from "@canopy/contract/alarms/conditions";
import { translate } from "../../platform/i18n.ts";
import { busConditionOf, FIRST_FRAME, type RuleValues } from "../rule-form.ts";
import "../texts.ts";

type ReadyRule = Omit<RuleValues, "name" | "scope">;

const frames = (more: Partial<FrameCondition>): FrameCondition => ({ ...FIRST_FRAME, ...more });

/** TRG-01: rules to start from; the name of each is the text `alarms.ready.KEY`. */
export const READY_RULES = {
  load: { level: "ordinary", hold_s: 10, conditions: [busConditionOf("load")] },
  silent: { level: "urgent", conditions: [busConditionOf("silence")] },
  // SAE J1939-73, DM1: bits 5-6 of the first byte are 01 while the red stop lamp is on.
  stopLamp: {
    level: "urgent",
    hold_s: 1,
    conditions: [
      frames({ is_extended: true, id_from: 0x18feca00, id_to: 0x18fecaff, mask: 0x30, operator: "eq", value: 0x10 }),
    ],
  },
} satisfies Record<string, ReadyRule>;
export type ReadyKey = keyof typeof READY_RULES;
export const READY_KEYS = Object.keys(READY_RULES) as ReadyKey[];

/** Undefined for a key of the address that is none. */
export const readyKeyOf = (text: string | undefined): ReadyKey | undefined => READY_KEYS.find((key) => key === text);

export const readyName = (key: ReadyKey): string => translate(`alarms.ready.${key}`);
