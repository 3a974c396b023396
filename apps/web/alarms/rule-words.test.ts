import { ruleContent } from "@canopy/contract/alarms/rule-content";
import { expect, it } from "vitest";
import { watchText } from "./rule-words.ts";

const frame = { kind: "frame", is_extended: false, id_from: 0x100, id_to: 0x100 };
const words = (conditions: object[], more: object = {}) =>
  watchText(ruleContent.parse({ name: "n", conditions, ...more }));

it("a rule says what it watches [TRG-01]", () => {
  expect(words([{ ...frame, operator: "gt", value: 50, mask: 0x0f }], { channel: 0 })).toContain("0x100");
  expect(words([{ ...frame, operator: "gt", value: 50, mask: 0x0f }], { channel: 0 })).toMatch(/CAN1 · .*0F > 50$/);
  const range = { ...frame, id_to: 0x10f, operator: "absent", value: 500 };
  expect(words([range], { hold_s: 3 })).toMatch(/0x100-0x10F .*500\u00a0ms.* 3\u00a0s$/);
  const bus = { kind: "bus", metric: "load", operator: "gt", value: 80 };
  expect(words([bus], { channel: 1 })).toMatch(/^CAN2 · .* > 80\u00a0%$/);
  expect(words([{ ...bus, metric: "errors", operator: "ge", value: 5, window_s: 7 }], { channel: 1 })).toMatch(
    /5.*7|7.*5/,
  );
  expect(words([{ kind: "bus", metric: "silence", value: 60 }])).toMatch(/^(silent for 60\u00a0s|静默 60\u00a0秒)$/);
});

it("a state of a signal is said by its name, a figure with its unit [TRG-01]", () => {
  const gear = { kind: "signal", dbc_id: crypto.randomUUID(), message_id: 1, is_extended: false, signal: "Gear" };
  const named = (condition: object) =>
    watchText(ruleContent.parse({ name: "n", channel: 0, hold_s: 0, conditions: [condition] }), () => ({
      unit: "°C",
      stateNames: new Map([[2, "Drive"]]),
    }));
  expect(named({ ...gear, operator: "eq", value: 2 })).toBe("CAN1 · Gear = Drive");
  expect(named({ ...gear, operator: "gt", value: 55 })).toBe("CAN1 · Gear > 55\u00a0°C");
  expect(words([{ ...gear, operator: "eq", value: 2 }], { hold_s: 0, channel: 0 })).toBe("CAN1 · Gear = 2");
});
