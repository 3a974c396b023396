import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { expect, it } from "vitest";
import { LiveFrames } from "../../frames/live/live-model.ts";
import { readValues } from "./playback-values.ts";

/** A message of ten bytes with a value in the last one, and one of eight. */
const [LONG_ID, SHORT_ID] = [0x18fee3fe, 0x18fef1fe];
const DBC = `VERSION ""
BU_: E
BO_ ${LONG_ID + 0x80000000} Long: 10 E
 SG_ Level : 72|8@1+ (1,0) [0|0] "" E
BO_ ${SHORT_ID + 0x80000000} Short: 8 E
 SG_ Speed : 0|8@1+ (1,0) [0|0] "" E
`;

it("the value of a signal in playback is the newest of its frames, and of messages of several frames [DBC-07] [UDS-06]", () => {
  const decoder = new DbcDecoder(parseDbc(DBC).dbc);
  const of = (message_id: number, signal: string): SignalReference => ({
    ...{ channel: 0, dbc_id: "dbc", message_id, is_extended: true, signal },
  });
  const frames = new FrameBatch();
  const push = (id: number, ...bytes: number[]) =>
    frames.push(
      frames.length * 1000,
      0,
      id,
      FLAG_EXTENDED,
      8,
      Uint8Array.from({ length: 8 }, (_, i) => bytes[i] ?? 0),
    );
  push(SHORT_ID, 11);
  push(0x18ecfffe, 0x20, 10, 0, 2, 0xff, 0xe3, 0xfe, 0);
  push(0x18ebfffe, 1);
  push(0x18ebfffe, 2, 0, 0, 42);
  push(SHORT_ID, 12);
  const table = new LiveFrames(100);
  table.add(frames, 0);
  const values: string[] = [];
  readValues(frames, (i) => table.transport.of(i), {
    signals: [of(LONG_ID, "Level"), of(SHORT_ID, "Speed")],
    decoderOf: () => ({ name: "dbc", decoder }),
    onValue: (place, text) => {
      values[place] = text;
    },
  });
  expect(values).toEqual(["42", "12"]);
});
