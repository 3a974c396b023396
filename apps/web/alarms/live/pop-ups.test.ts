import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { expect, it } from "vitest";
import { NO_POP_UPS, type PopUps, withAnswer, without, withoutOld } from "./pop-ups.ts";

const event = (event_id: string, more: Partial<AlarmEvent> = {}) =>
  ({ event_id, level: "urgent", state: "new", is_muted: false, is_late: false, ...more }) as AlarmEvent;
const idsOf = ({ list }: PopUps) => list.map((one) => one.event.event_id);

it("only events that come later pop up, tips and silent ones never [TRG-05]", () => {
  const first = withAnswer(NO_POP_UPS, [event("old")], 0);
  expect(idsOf(first)).toEqual([]);
  const silent = [
    event("tip", { level: "tip" }),
    event("muted", { is_muted: true }),
    event("late", { is_late: true }),
    event("taken", { state: "acknowledged" }),
  ];
  const second = withAnswer(first, [event("new"), ...silent, event("old")], 1);
  expect(idsOf(second)).toEqual(["new"]);
  expect(second.fresh.map(({ event_id }) => event_id)).toEqual(["new"]);
  expect(withAnswer(second, [event("new")], 2).fresh).toEqual([]);
});

it("an urgent one stays until it is acknowledged, an ordinary one ten seconds [TRG-05]", () => {
  const shown = withAnswer(withAnswer(NO_POP_UPS, [], 0), [event("a"), event("b", { level: "ordinary" })], 1000);
  expect(idsOf(withoutOld(shown, 10_999))).toEqual(["a", "b"]);
  expect(idsOf(withoutOld(shown, 11_000))).toEqual(["a"]);
  // Of another page of the list: nothing is known, so it stays.
  expect(idsOf(withAnswer(shown, [], 12_000))).toEqual(["a", "b"]);
  expect(idsOf(withAnswer(shown, [event("a", { state: "acknowledged" })], 2000))).toEqual(["b"]);
  expect(idsOf(without(shown, "b"))).toEqual(["a"]);
});
