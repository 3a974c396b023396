import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FLAG_ERROR } from "@canopy/can/frame/frame";
import { expect, it } from "vitest";
import { FrameDecoders } from "./frame-decoders.ts";

const decoderOf = (name: string) =>
  new DbcDecoder(parseDbc(`VERSION ""\n\nBU_: A\n\nBO_ 256 ${name}: 8 A\n SG_ S : 0|8@1+ (1,0) [0|0] "" A\n`).dbc);

it("each channel is read with what is bound to it, a chosen file first on CAN channels [DBC-03]", () => {
  const bound = [
    { name: "one", decoder: decoderOf("One"), channel: 0 },
    { name: "two", decoder: decoderOf("Two"), channel: 1 },
  ];
  const nameOf = (decoders: FrameDecoders, channel: number, flags = 0) =>
    decoders.find({ channel, id: 256, flags })?.message.message.name;
  const decoders = new FrameDecoders(bound);
  expect([0, 1, 2].map((channel) => nameOf(decoders, channel))).toEqual(["One", "Two", undefined]);
  expect(nameOf(decoders, 0, FLAG_ERROR)).toBeUndefined();
  expect([0, 2].map((channel) => decoders.namesOf(channel))).toEqual(["one", ""]);
  const chosen = new FrameDecoders([{ name: "own", decoder: decoderOf("Own"), channel: null }, ...bound]);
  expect([0, 2, 48].map((channel) => nameOf(chosen, channel))).toEqual(["Own", "Own", undefined]);
});
