import { expect, it } from "vitest";
import type { SignalInfo } from "../choose/signal-info.ts";
import { type DrawnSignal, drawnCsv } from "../curves/drawn-data.ts";
import { readOverlay, writeOverlay } from "./overlay-address.ts";

it("an overlay goes through the address and back; nonsense is none", () => {
  const choice = { thingsId: "a5f12a89-07e7-4d56-85a4-244977181823", shiftUs: -3_600_000_001 };
  expect(readOverlay(writeOverlay(choice))).toEqual(choice);
  for (const bad of [undefined, "", "x!1", `${choice.thingsId}!`, `${choice.thingsId}!1e9`])
    expect(readOverlay(bad)).toBeNull();
});

it("the CSV has one line per moment, no noise behind a number, and no cell that a spreadsheet would run", () => {
  const info = (name: string, unit: string, states: [number, string][] = []) =>
    ({
      name,
      unit,
      isState: states.length > 0,
      stateNames: new Map(states),
      signal: { factor: 0.1, offset: 0, valueType: "integer" },
    }) as unknown as SignalInfo;
  const signals: DrawnSignal[] = [
    {
      info: info("Speed", "km/h"),
      times: Float64Array.of(1e15, 1e15 + 10),
      values: Float64Array.of(-1.5, 6 * 0.1),
      isReduced: false,
    },
    {
      info: info("=cmd()", "", [[1, "+On"]]),
      times: Float64Array.of(1e15 + 10, 1e15 + 20),
      values: Float64Array.of(1, 7),
      isReduced: false,
    },
  ];
  expect(drawnCsv(signals).split("\r\n")).toEqual([
    "time,Speed [km/h],'=cmd()",
    "2001-09-09T01:46:40.000000Z,-1.5,",
    "2001-09-09T01:46:40.000010Z,0.6,'+On",
    "2001-09-09T01:46:40.000020Z,,7",
    "",
  ]);
});
