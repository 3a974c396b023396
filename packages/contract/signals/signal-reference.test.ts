import { describe, expect, it } from "vitest";
import { formatSignal, parseSignal, type SignalReference } from "./signal-reference.ts";

const speed: SignalReference = {
  channel: 1,
  dbc_id: "0d4d2a3e-7d5f-4b5e-9a0e-0a1b2c3d4e5f",
  message_id: 0x18fee001,
  is_extended: true,
  signal: "Speed",
};

describe("the text of a signal", () => {
  it.each([
    ["newest revision", speed],
    ["one revision", { ...speed, revision: 12 }],
    ["standard identifier", { ...speed, message_id: 0, is_extended: false }],
    ["a name with its own signs", { ...speed, signal: "车速!@x 1" }],
  ])("is read back: %s", (_, reference) => {
    expect(parseSignal(formatSignal(reference))).toEqual(reference);
  });

  it.each(["", "1!x!100!Speed", `999!${speed.dbc_id}!100!S`, `1!${speed.dbc_id}!3fffffff!S`, `1!${speed.dbc_id}!100!`])(
    "is refused: %s",
    (text) => expect(parseSignal(text)).toBeUndefined(),
  );
});
