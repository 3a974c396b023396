import { CB1_T0_OFFSET } from "./cb1.ts";

/** The same message with every frame so much later: all times of a message count from its t0. */
export function shiftCb1(message: Uint8Array, shiftUs: number): Uint8Array {
  const shifted = new Uint8Array(message);
  const view = new DataView(shifted.buffer);
  view.setBigInt64(CB1_T0_OFFSET, view.getBigInt64(CB1_T0_OFFSET, true) + BigInt(shiftUs), true);
  return shifted;
}
