import { expect, it } from "vitest";
import { decodedCsv, utcText } from "./decoded-csv.ts";

const speed = { channel: 0, dbc_id: "x", message_id: 256, is_extended: false, signal: "=Speed" };
const head = { time: "Time", message: "Message" };

it("a page of decoded rows has exact times and values, and runs nothing in a spreadsheet [DBC-07]", () => {
  const columns = [{ state: "found" as const, message: "M", unit: "km/h", revision: 1 }];
  const row = { key: "1.1", time: "1700000000000042", channel: 1, id: 256, extended: false };
  const text = decodedCsv(head, [speed], columns, [
    { ...row, cells: [{ value: -1.5, text: null, held: false }] },
    { ...row, cells: [{ value: 3, text: "+Park", held: true }] },
    { ...row, cells: [{ value: 6 * 0.1, text: null, held: false }] },
    { ...row, cells: [{ value: "18446744073709551615", text: null, held: false }] },
    { ...row, cells: [null] },
  ]);
  expect(text.split("\r\n")).toEqual([
    "Time (UTC),Message,'=Speed (km/h)",
    "2023-11-14T22:13:20.000042Z,CAN2 0x100,-1.5",
    "2023-11-14T22:13:20.000042Z,CAN2 0x100,'+Park",
    "2023-11-14T22:13:20.000042Z,CAN2 0x100,0.6",
    "2023-11-14T22:13:20.000042Z,CAN2 0x100,18446744073709551615",
    "2023-11-14T22:13:20.000042Z,CAN2 0x100,",
    "",
  ]);
});

it("keeps the microseconds of any time", () => {
  expect(utcText("7")).toBe("1970-01-01T00:00:00.000007Z");
});
