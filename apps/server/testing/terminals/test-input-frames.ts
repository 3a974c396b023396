/** For tests: what a terminal sends of a LIN bus, its digital inputs and an analogue one. */

import { FrameBatch } from "@canopy/can/frame/batch";
import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";

export const LIN_ID = 0x3a;
export const LIN_DBC = `VERSION ""

BU_: Seat

BO_ ${LIN_ID} SeatPosition: 2 Seat
 SG_ Angle : 0|16@1+ (0.1,0) [0|0] "deg" Seat
`;

export const angleOf = (i: number): number => i % 900;
/** Ignition, brake and door, each at a pace of its own. */
export const bitsOf = (i: number): number => (i >> 2) & 7;
/** Not a number that a float has. */
export const voltsOf = (i: number): number => Math.fround(12 + (i % 40) / 30);

/** `count` times all three, a microsecond apart. */
export function inputFrames(startUs: number, stepUs: number, count: number): FrameBatch {
  const batch = new FrameBatch();
  const float = new DataView(new ArrayBuffer(4));
  for (let i = 0; i < count; i += 1) {
    const at = startUs + i * stepUs;
    const angle = angleOf(i);
    float.setFloat32(0, voltsOf(i), true);
    batch.push(at, FIRST_CHANNEL.lin, LIN_ID, 0, 2, Uint8Array.of(angle & 255, angle >> 8));
    batch.push(at + 1, FIRST_CHANNEL.digital, 0, 0, 1, Uint8Array.of(bitsOf(i)));
    batch.push(at + 2, FIRST_CHANNEL.analogue, 0, 0, 4, new Uint8Array(float.buffer));
  }
  return batch;
}
