import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { channelName } from "@canopy/contract/device-link/channels";
import { describe, expect, it } from "vitest";
import { gridColumns, leastWidth, shownColumns, tableColumns } from "../table/table-columns.ts";
import { layoutFor, panelHeight, rowHeight } from "../table/table-layout.ts";
import { asciiOf, countText, idText, kindOf, millisecondsText } from "./frame-cells.ts";
import { clockDetail, RowClock } from "./row-clock.ts";

describe("the cells of a frame", () => {
  it("say time to the microsecond, in the viewer's zone", () => {
    const clock = new RowClock("clock");
    const at = new Date(2026, 10, 15, 8, 31, 2).getTime() * 1000;
    expect(clock.of(at + 412_331)).toBe("08:31:02.412 331");
    expect(clock.of(at + 1_000_007)).toBe("08:31:03.000 007");
  });

  it("say the day where it is not today, and the year where it is not this one [DAT-02]", () => {
    const at = (year: number, month: number, day: number) => new Date(year, month, day, 8, 31, 2).getTime();
    const now = at(2026, 10, 15);
    expect(clockDetail(at(2026, 10, 15), now, now)).toBe("clock");
    expect(clockDetail(at(2026, 10, 14), now, now)).toBe("day");
    expect(clockDetail(at(2023, 10, 14), at(2023, 10, 14), now)).toBe("year");
    expect(new RowClock("day").of(at(2026, 10, 14) * 1000)).toBe("11-14 08:31:02.000 000");
    expect(new RowClock("year").of(at(2023, 10, 14) * 1000 + 20_000)).toBe("2023-11-14 08:31:02.020 000");
  });

  it("count channels from 1 and name their kind [DAT-09]", () => {
    expect([0, 1, 32, 48, 64].map(channelName)).toEqual(["CAN1", "CAN2", "LIN1", "DI1", "AI1"]);
    expect(kindOf(32, 0)).toBe("lin");
    expect(kindOf(48, 0)).toBe("digital");
    expect(kindOf(0, FLAG_FD | FLAG_EXTENDED)).toBe("fdExtended");
    expect(kindOf(0, FLAG_REMOTE)).toBe("remote");
    expect(kindOf(0, FLAG_ERROR | FLAG_FD)).toBe("error");
  });

  it("write identifiers, numbers and text as the look wants them", () => {
    expect(idText(0x3a, 0)).toBe("0x03A");
    expect(idText(0x18fef100, FLAG_EXTENDED)).toBe("0x18FEF100");
    expect([100_200, 1_000_000, 40, 999_990].map(millisecondsText)).toEqual(["100.2", "1,000.0", "0.0", "1,000.0"]);
    expect(countText(182_236)).toBe("182,236");
    expect(asciiOf(Uint8Array.of(0x39, 0x0f, 0x2c, 0xff), 4)).toBe("9·,·");
  });
});

describe("the layout of the table", () => {
  const LONG = { hasLong: true, cells: 0, hasBytes: true };
  const SHORT = { hasLong: false, cells: 0, hasBytes: true };

  it("a row of decoded values is one line, on a phone a card of two values a line [DBC-07]", () => {
    const decoded = { hasLong: true, cells: 5, hasBytes: false };
    expect(rowHeight(layoutFor(1406, decoded), 64)).toBe(28);
    expect(rowHeight(layoutFor(1406, { ...decoded, hasBytes: true }), 64)).toBe(28 + 3 * 22);
    const card = rowHeight(layoutFor(364, decoded), 64);
    expect(card - rowHeight(layoutFor(364, { ...decoded, cells: 3 }), 64)).toBe(22);
    expect(rowHeight(layoutFor(364, { ...decoded, hasBytes: true }), 64)).toBe(card);
  });

  it("columns of signals keep their least width and scroll sideways [DBC-07]", () => {
    const columns = tableColumns({ view: "decoded", hasDevices: false, hasTicks: true });
    const shown = shownColumns(columns, {}, 1406);
    expect(shown.map(({ key }) => key)).toEqual(["tick", "time", "opener", "channel", "id", "name", "cells"]);
    const wide = leastWidth(gridColumns(shown, { bytesPerLine: 8, cells: 30 }, 16));
    expect(wide - leastWidth(gridColumns(shown, { bytesPerLine: 8, cells: 29 }, 16))).toBe(104);
    expect(wide).toBeGreaterThan(3000);
  });

  it("gives 64 bytes of CAN FD four lines wherever there is room, on a phone too [DAT-01]", () => {
    expect(rowHeight(layoutFor(1406, LONG), 64)).toBe(28 + 3 * 22);
    expect(rowHeight(layoutFor(1406, LONG), 8)).toBe(28);
    expect(layoutFor(364, LONG)).toMatchObject({ narrow: true, bytesPerLine: 16 });
    expect(layoutFor(320, LONG).bytesPerLine).toBe(8);
    expect(layoutFor(1000, LONG).bytesPerLine).toBe(8);
    expect(panelHeight(layoutFor(1406, SHORT), 6)).toBeGreaterThan(panelHeight(layoutFor(1406, SHORT), 3));
  });
});
