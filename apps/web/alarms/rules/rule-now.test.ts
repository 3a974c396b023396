import { expect, it } from "vitest";
import { isSilenced, ruleNow } from "./rule-now.ts";

const rule = { enabled: true, active: 0, active_time: null, lost_time: null, phase: "normal" } as const;
const ringing = { ...rule, active: 1, active_time: 5, phase: "active" } as const;

it("the state of a rule now: off, no signal, active, recovering, pending, normal [TRG-04]", () => {
  expect(ruleNow({ ...ringing, enabled: false }, false)).toEqual({ kind: "off", at: null });
  expect(ruleNow({ ...ringing, lost_time: 7 }, false)).toEqual({ kind: "lost", at: 7 });
  expect(ruleNow(ringing, false)).toEqual({ kind: "active", at: 5 });
  expect(ruleNow({ ...ringing, phase: "recovering" }, false)).toEqual({ kind: "recovering", at: 5 });
  expect(ruleNow({ ...rule, phase: "pending" }, false)).toEqual({ kind: "pending", at: null });
  expect(ruleNow({ ...rule, phase: null }, false)).toEqual({ kind: "normal", at: null });
});

it("a device that is offline is not watched; its alarms stay active [TRG-04]", () => {
  expect(ruleNow({ ...rule, phase: "pending" }, true)).toEqual({ kind: "offline", at: null });
  expect(ruleNow(ringing, true)).toEqual({ kind: "active", at: 5 });
});

it("a rule whose saver is gone is marked where it has something to send [USR-03] [TRG-01]", () => {
  const bare = { is_orphan: true, actions: [], recover: { notify: true }, escalate: null };
  const sms = { kind: "sms", targets: ["13800000001"], every_min: 60 } as const;
  expect(isSilenced(bare)).toBe(false);
  expect(isSilenced({ ...bare, actions: [{ ...sms, targets: [...sms.targets] }] })).toBe(true);
  expect(isSilenced({ ...bare, recover: { notify: false, command: { method: "sd.stop", params: {} } } })).toBe(true);
  expect(isSilenced({ ...bare, actions: [{ ...sms, targets: [...sms.targets] }], is_orphan: false })).toBe(false);
});
