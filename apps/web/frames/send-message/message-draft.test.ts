import { parseHex } from "@canopy/can/bytes/hex";
import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { readDbc } from "@canopy/can/dbc/parse/parse";
import { describe, expect, it } from "vitest";
import { activeSignals, framesOf, type MessageDraft, messageChoices, startDraft } from "./message-draft.ts";

const TEXT = `VERSION ""
BU_: A
BO_ 256 Drive: 8 A
 SG_ Mode M : 0|4@1+ (1,0) [0|2] "" A
 SG_ Speed m0 : 8|16@1+ (0.1,-10) [-10|300] "km/h" A
 SG_ Gear m1 : 8|4@1+ (1,0) [0|0] "" A
 SG_ AliveCounter : 56|4@1+ (1,0) [0|15] "" A
 SG_ Checksum : 48|8@1+ (1,0) [0|255] "" A
BO_ 257 Whole: 8 A
 SG_ Serial : 0|64@1+ (1,0) [0|0] "" A
BO_ 258 Float: 4 A
 SG_ Level : 0|32@1- (1,0) [0|0] "V" A
BO_ 512 Long: 70 A
 SG_ X : 0|8@1+ (1,0) [0|0] "" A
SIG_VALTYPE_ 258 Level : 1;
VAL_ 256 Gear 1 "Park" 4 "Drive" ;
`;
const decoder = new DbcDecoder(readDbc(new TextEncoder().encode(TEXT)).dbc);
const once = { channel: 1, isCyclic: false, periodMs: 20 };

function startOf(name: string): MessageDraft {
  const choice = messageChoices([{ name: "a", decoder, channel: 1 }], 1).find(({ message }) => message.name === name);
  if (!choice) throw new Error("no choice");
  return startDraft(choice);
}

function draftOf(values: Record<string, string>, other: Partial<MessageDraft> = {}): MessageDraft {
  const start = startOf("Drive");
  return { ...start, ...other, values: { ...start.values, ...values } };
}

function decoded(draft: MessageDraft): Record<string, unknown> {
  const made = framesOf(draft, once);
  const bytes = made.ok ? parseHex(made.value[0]?.data ?? "") : undefined;
  if (!bytes?.ok) throw new Error(JSON.stringify(made));
  const signals = decoder.find(256, false)?.decode(bytes.value) ?? [];
  return Object.fromEntries(signals.map(({ signal, value, text }) => [signal.name, text ?? value]));
}

describe("a message filled in by its signals", () => {
  it("is offered on the channel of its DBC, if a frame can carry it [DEV-06]", () => {
    expect(messageChoices([{ name: "a", decoder, channel: 1 }], 0)).toEqual([]);
    expect(messageChoices([{ name: "a", decoder, channel: null }], 1).map(({ message }) => message.name)).toEqual([
      "Drive",
      "Whole",
      "Float",
    ]);
  });

  it("has the signals of the chosen branch, named states and scaled numbers [DEV-06]", () => {
    const first = draftOf({ Speed: "88.5" });
    expect(activeSignals(first).map(({ name }) => name)).toEqual(["Mode", "Speed", "AliveCounter", "Checksum"]);
    expect(decoded(first)).toMatchObject({ Mode: 0, Speed: 88.5 });
    expect(decoded(draftOf({ Mode: "1", Gear: "Drive" }))).toMatchObject({ Mode: 1, Gear: "Drive" });
  });

  it("has every digit of a 64-bit number [DEV-06] [DBC-04]", () => {
    const made = framesOf({ ...startOf("Whole"), values: { Serial: "12345678901234567891" } }, once);
    expect(made).toMatchObject({ value: [{ data: "D30A1FEB8CA954AB" }] });
  });

  it.each(["", "fast", "1e"])("has no float that is %j [DEV-06]", (Level) => {
    const made = framesOf({ ...startOf("Float"), values: { Level } }, once);
    expect(made).toEqual({ ok: false, problem: [{ code: "notANumber", signal: "Level" }] });
    expect(framesOf({ ...startOf("Float"), values: { Level: "-1.5" } }, once)).toMatchObject({
      value: [{ data: "0000C0BF" }],
    });
  });

  it("counts through a round where it is sent in a cycle, and sums up each frame [DEV-06]", () => {
    const made = framesOf(draftOf({}, { protection: "xor" }), { ...once, isCyclic: true });
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    expect(made.value.map(({ data }) => Number.parseInt(data.slice(14), 16))).toEqual(
      Array.from({ length: 16 }, (_, i) => i),
    );
    expect(made.value.map(({ delay_ms }) => delay_ms)).toEqual([0, ...Array.from({ length: 15 }, () => 20)]);
    for (const { data } of made.value) {
      const bytes = [...Buffer.from(data, "hex")];
      expect(bytes[6]).toBe(bytes.reduce((sum, byte, i) => (i === 6 ? sum : sum ^ byte), 0));
    }
    expect(framesOf(draftOf({}, { counts: false }), { ...once, isCyclic: true })).toMatchObject({
      value: { length: 1 },
    });
  });

  it.each([
    ["301", "aboveMaximum"],
    ["-11", "belowMinimum"],
    ["fast", "notANumber"],
    ["", "notANumber"],
  ])("refuses a speed of %j: %s [DEV-06]", (Speed, code) => {
    expect(framesOf(draftOf({ Speed }), once)).toEqual({ ok: false, problem: [{ code, signal: "Speed" }] });
  });
});
