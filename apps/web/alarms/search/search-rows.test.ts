import { expect, it } from "vitest";
import { lengthText, rowsOf, sortValueOf } from "./search-rows.ts";

const firing = (start_time: number, end_time: number | null) => ({ channel: 0, start_time, end_time, peak: 60 });
const device = (things_id: string, firings: ReturnType<typeof firing>[]) => ({
  things_id,
  device_name: things_id,
  fired: firings.length,
  longest_ms: 0,
  peak: 60,
  sent: {},
  held: {},
  firings,
});

it("rows are the times of all devices, newest first, and sort by what is shown [TRG-07]", () => {
  const rows = rowsOf({
    list: [device("a", [firing(1000, 5000), firing(9000, null)]), device("b", [firing(4000, 6000)])],
  });
  expect(rows.map(({ thingsId, startTime }) => [thingsId, startTime])).toEqual([
    ["a", 9000],
    ["b", 4000],
    ["a", 1000],
  ]);
  expect(rows.map((row) => sortValueOf(row, "lasted"))).toEqual([null, 2000, 4000]);
  expect(lengthText(250_000)).toBe("4:10");
});
