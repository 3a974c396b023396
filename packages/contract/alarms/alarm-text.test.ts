import { expect, it } from "vitest";
import { alarmText } from "./alarm-text.ts";

it("the text of an alarm has its device, value and time in their places [TRG-01]", () => {
  const facts = { device: "EV-01", value: 0.1 + 0.2, timeMs: Date.UTC(2026, 10, 15, 8, 12, 4) };
  expect(alarmText("{device}: {value} °C at {time}, {other} {value}", facts)).toBe(
    "EV-01: 0.3 °C at 2026-11-15 08:12:04 UTC, {other} 0.3",
  );
  expect(alarmText("{device} {value}", { ...facts, device: "{time}", value: null })).toBe("{time} ");
});
