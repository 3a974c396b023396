import { bytesNeeded, extractBits } from "@canopy/can/bytes/bits";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE, type Frame } from "@canopy/can/frame/frame";
import type { FlashInterlock } from "@canopy/can/uds/flash/interlocks";
import {
  type GateSource,
  type GateSources,
  STANDING_KMH,
  STANDING_S,
  SUPPLY_V,
  USUAL_NOMINAL_V,
} from "./flash-order.ts";

export interface Condition {
  name: FlashInterlock;
  holds: boolean | null;
  /** NaN: never. */
  readAtUs: number;
  value: string;
}

interface Seen {
  value: number;
  atUs: number;
}

const WATCHED = ["speed", "supply", "parkingBrake", "ignition"] as const satisfies readonly (keyof GateSources)[];
type Watched = (typeof WATCHED)[number];

/** Conditions that the vehicle's frames, or the terminal's own measurement, tell. */
export class FlashGates {
  private readonly sources: GateSources;
  private readonly seen = new Map<Watched, Seen>();
  private standingSinceUs: number | null = null;

  constructor(sources: GateSources) {
    this.sources = sources;
  }

  hear(frame: Frame, nowUs: number): void {
    for (const name of WATCHED) {
      const value = valueIn(this.sources[name], frame);
      if (value !== null) this.take(name, value, nowUs);
    }
  }

  /** The terminal's own measurement of its supply. */
  measured(volts: number, nowUs: number): void {
    if (this.sources.supply?.from === "terminal") this.take("supply", volts, nowUs);
  }

  /** Those that are known while the others on the bus are silent. */
  get knownInSilence(): FlashInterlock[] {
    return this.sources.supply?.from === "terminal" ? ["supply"] : [];
  }

  conditions(nowUs: number): Condition[] {
    return WATCHED.map((name) => {
      const seen = this.seen.get(name);
      if (!seen) return { name, holds: null, readAtUs: Number.NaN, value: "" };
      const { holds, value } = this.judged(name, seen, nowUs);
      return { name, holds, readAtUs: seen.atUs, value };
    });
  }

  private take(name: Watched, value: number, nowUs: number): void {
    // After a gap nobody knows that it stood still meanwhile.
    const last = this.seen.get(name);
    const isGap = last === undefined || nowUs - last.atUs > 2_000_000;
    this.seen.set(name, { value, atUs: nowUs });
    if (name !== "speed") return;
    if (Math.abs(value) > STANDING_KMH) this.standingSinceUs = null;
    else if (this.standingSinceUs === null || isGap) this.standingSinceUs = nowUs;
  }

  private judged(name: Watched, { value }: Seen, nowUs: number): { holds: boolean | null; value: string } {
    if (name === "speed") {
      if (this.standingSinceUs === null) return { holds: false, value: `${value.toFixed(1)} km/h` };
      const stood = Math.floor((nowUs - this.standingSinceUs) / 1e6);
      // It stands, and nobody has seen it for long enough.
      return { holds: stood >= STANDING_S ? true : null, value: `0 km/h, ${stood} s` };
    }
    if (name === "supply") {
      const { least, most } = SUPPLY_V[this.sources.nominal_v ?? USUAL_NOMINAL_V];
      return { holds: value >= least && value <= most, value: `${value.toFixed(1)} V` };
    }
    const source = this.sources[name];
    return { holds: source?.from === "frame" && source.values.includes(value), value: String(value) };
  }
}

function valueIn(source: GateSource | null, frame: Frame): number | null {
  if (source?.from !== "frame" || source.channel !== frame.channel || source.id !== frame.id) return null;
  if (source.extended !== ((frame.flags & FLAG_EXTENDED) !== 0) || frame.flags & (FLAG_ERROR | FLAG_REMOTE))
    return null;
  const field = { startBit: source.start_bit, length: source.length, byteOrder: source.byte_order };
  if (bytesNeeded(field) > frame.data.length) return null;
  const bits = extractBits(frame.data, field);
  const raw = Number(source.signed ? BigInt.asIntN(source.length, bits) : bits);
  return raw * source.factor + source.offset;
}
