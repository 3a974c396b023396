import { type Condition, condition } from "@canopy/contract/alarms/conditions";
import { expect, it } from "vitest";
import { peakText, valueNames } from "../event-peak.ts";
import { clockText, lastedText } from "./event-words.ts";

it("an event says how long it lasted and how far it went [TRG-05]", () => {
  expect([clockText(0), clockText(192_000), clockText(3_729_000)]).toEqual(["0:00", "3:12", "1:02:09"]);
  const ended = { start_time: 1000, end_time: 49_000, lost_time: null, conditions: [] };
  expect(lastedText(ended)).toBe("0:48");
  const running = lastedText({ ...ended, end_time: null });
  expect(lastedText({ ...ended, end_time: null, lost_time: 5 })).not.toBe(running);
  const fence = condition.parse({ kind: "fence", fence_id: "00000000-0000-4000-8000-000000000001", operator: "out" });
  const lost = { ...ended, end_time: null, lost_time: 5 };
  expect(lastedText({ ...lost, conditions: [fence] })).not.toBe(lastedText(lost));
  expect([peakText({ value: 1, peak: 58.31 }), peakText({ value: null, peak: null })]).toEqual(["58.31", "–"]);
});

it("a peak has the unit of its condition, where there is one condition alone [TRG-05]", () => {
  const load = condition.parse({ kind: "bus", metric: "load", operator: "gt", value: 80, window_s: 1 });
  const signal = condition.parse({
    kind: "signal",
    dbc_id: "00000000-0000-4000-8000-000000000001",
    message_id: 1,
    is_extended: false,
    signal: "TempMax",
    operator: "gt",
    value: 55,
  });
  const namesOf = () => ({ unit: "°C", stateNames: new Map([[3, "hot"]]) });
  const text = (peak: number, conditions: Condition[]) =>
    peakText({ value: null, peak }, valueNames(conditions, namesOf));
  expect([text(86, [load]), text(58.31, [signal]), text(3, [signal])]).toEqual(["86\u00a0%", "58.31\u00a0°C", "hot"]);
  expect(text(58.31, [signal, load])).toBe("58.31");
});
