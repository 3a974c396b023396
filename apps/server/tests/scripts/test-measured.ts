import type { Samples } from "@canopy/can/measure/samples";
import type { CarriedFrames } from "./script-api.ts";

/** Samples as pairs of their time in ms and their value. */
export const samples = (...pairs: [number, number][]): Samples => ({
  times: Float64Array.from(pairs, ([time]) => time),
  values: Float64Array.from(pairs, ([, value]) => value),
});

/** Three frames of 3 bytes, the last one late. */
export const BMS_FRAMES: CarriedFrames = {
  channel: 0,
  id: 0x3a0,
  isExtended: false,
  signals: ["BMS.Alive", "BMS.Volt"],
  times: Float64Array.of(0, 100, 204),
  lengths: Uint8Array.of(3, 3, 3),
  data: Uint8Array.of(1, 2, 3, 4, 5, 1, 0, 9, 9),
  stride: 3,
};
