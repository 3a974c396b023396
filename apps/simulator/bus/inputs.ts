import type { FrameBatch } from "@canopy/can/frame/batch";
import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import type { Chassis } from "../world/chassis.ts";

/** The digital inputs are told when one changes, and this often though none does; the analogue one as often. */
const REPEAT_US = 1_000_000;

/** DAT-09: the wires at the terminal's clamps. Digital: ignition, brake, door. Analogue: the supply in volts. */
export class Inputs {
  private readonly chassis: Chassis;
  private bits = -1;
  private toldUs = Number.NEGATIVE_INFINITY;

  constructor(chassis: Chassis) {
    this.chassis = chassis;
  }

  read(timeUs: number, into: FrameBatch): void {
    const { isParked, brake, drive } = this.chassis;
    const bits = (isParked ? 0 : 1) | (brake > 0 ? 2 : 0) | (isParked && drive.tripM > 0 ? 4 : 0);
    const isDue = timeUs - this.toldUs >= REPEAT_US;
    if (bits === this.bits && !isDue) return;
    this.bits = bits;
    into.push(timeUs, FIRST_CHANNEL.digital, 0, 0, 1, Uint8Array.of(bits));
    if (!isDue) return;
    this.toldUs = timeUs;
    const volts = new DataView(new ArrayBuffer(4));
    volts.setFloat32(0, isParked ? 12.6 : 14.1, true);
    into.push(timeUs, FIRST_CHANNEL.analogue, 0, 0, 4, new Uint8Array(volts.buffer));
  }
}
