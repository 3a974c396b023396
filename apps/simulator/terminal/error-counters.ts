import { type BusErrors, stateOfCounters, writeErrorFrame } from "@canopy/can/bus/error-frame";
import { FLAG_ERROR, type Frame } from "@canopy/can/frame/frame";
import type { Faults } from "../world/faults.ts";

/** A jammed bus produces bursts: error frames per burst, and the time between bursts. */
const BURST_EVERY_US = 1_000_000;
const BURST_FRAMES = 20;
const WITHIN_BURST_US = 500;
/** ISO 11898-1: what an error adds, where a listener's counter ends, and what the next good frame makes of it. */
const PER_ERROR = 8;
const REC_END = 135;
const PASSIVE = 128;
const AFTER_PASSIVE = 119;
const KIND_STUFF = 0x10;

/** The error counters of the terminal's own CAN controllers, which only listen; and the error frames that they see. */
export class ErrorCounters {
  private readonly faults: Faults;
  private readonly rec = new Map<number, number>();
  private nextUs = 0;
  private inBurst = 0;

  constructor(faults: Faults) {
    this.faults = faults;
  }

  of(channel: number): BusErrors {
    const rec = this.rec.get(channel) ?? 0;
    return { state: stateOfCounters(rec, 0), rec, tec: 0 };
  }

  /** A frame that came through. */
  good(channel: number): void {
    const rec = this.rec.get(channel);
    if (rec) this.rec.set(channel, rec >= PASSIVE ? AFTER_PASSIVE : rec - 1);
  }

  /** The error frames until then, in order of time. */
  until(timeUs: number): Frame[] {
    const channel = this.faults.list.find(({ isActive, kind }) => isActive && kind.jams !== undefined)?.kind.jams;
    if (channel === undefined) {
      this.nextUs = timeUs;
      this.inBurst = 0;
      return [];
    }
    const frames: Frame[] = [];
    while (this.nextUs < timeUs) {
      this.rec.set(channel, Math.min(REC_END, (this.rec.get(channel) ?? 0) + PER_ERROR));
      const data = writeErrorFrame(this.of(channel), KIND_STUFF);
      frames.push({ timeUs: this.nextUs, channel, id: 0, flags: FLAG_ERROR, size: data.length, data });
      this.inBurst = (this.inBurst + 1) % BURST_FRAMES;
      this.nextUs += this.inBurst === 0 ? BURST_EVERY_US - (BURST_FRAMES - 1) * WITHIN_BURST_US : WITHIN_BURST_US;
    }
    return frames;
  }
}
