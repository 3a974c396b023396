import { CB1_T0_OFFSET } from "./cb1.ts";

/** t0 of a message that has a whole header, however far it is from any time. */
export function t0OfCb1(message: Uint8Array): bigint {
  return new DataView(message.buffer, message.byteOffset).getBigInt64(CB1_T0_OFFSET, true);
}

/** The same message with another t0: all times of a message count from it. */
export function withT0(message: Uint8Array, t0Us: bigint): Uint8Array {
  const moved = new Uint8Array(message);
  new DataView(moved.buffer).setBigInt64(CB1_T0_OFFSET, t0Us, true);
  return moved;
}

/** The same message with every frame shifted by `shiftUs`. */
export function shiftCb1(message: Uint8Array, shiftUs: number): Uint8Array {
  return withT0(message, t0OfCb1(message) + BigInt(shiftUs));
}
