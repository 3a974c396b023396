import { readErrorFrame } from "@canopy/can/bus/error-frame";
import type { BusTrouble } from "@canopy/contract/frames/bus-troubles";

/** Error frames that follow each other within this time are one episode. */
const APART_US = 10_000_000;
/** Fewer error frames are no burst: a plugged connector gives some. */
const BURST_ERRORS = 10;

export interface Episode {
  readonly channel: number;
  readonly kind: BusTrouble["kind"];
  readonly fromUs: number;
  toUs: number;
  errors: number;
}

/** The error frames of one device, joined into times of trouble. */
export class TroubleWatch {
  readonly #open = new Map<string, Episode>();
  readonly #changed = new Set<Episode>();

  add(channel: number, atUs: number, data: Uint8Array): void {
    this.#extend("errorBurst", channel, atUs);
    if (readErrorFrame(data)?.state === "bus_off") this.#extend("busOff", channel, atUs);
  }

  /** Those that went on since they were last taken. */
  take(): Episode[] {
    const told = [...this.#changed].filter(({ kind, errors }) => kind === "busOff" || errors >= BURST_ERRORS);
    this.#changed.clear();
    return told.map((episode) => ({ ...episode }));
  }

  #extend(kind: Episode["kind"], channel: number, atUs: number): void {
    const key = `${kind} ${channel}`;
    const open = this.#open.get(key);
    // Recorded while offline, a batch may come later than its successors: then it has an episode of its own.
    if (open && atUs >= open.fromUs && atUs - open.toUs <= APART_US) {
      open.toUs = Math.max(open.toUs, atUs);
      open.errors += 1;
      this.#changed.add(open);
      return;
    }
    const begun = { kind, channel, fromUs: atUs, toUs: atUs, errors: 1 };
    this.#open.set(key, begun);
    this.#changed.add(begun);
  }
}
