import { faultFamily } from "@canopy/can/faults/fault-code";
import { canTellFaults, FaultReader, type FaultReport } from "@canopy/can/faults/fault-reader";
import type { FrameBatch } from "@canopy/can/frame/batch";

/** DM1 comes every second: a sender that was not heard for so long tells nothing any more. */
const SENDER_GONE_US = 30_000_000;
/** Foreign senders are remembered too, but not without end. */
const MAX_SENDERS = 1024;

interface Sender {
  readonly channel: number;
  readonly isPeriodic: boolean;
  readonly timeUs: number;
  readonly codes: readonly number[];
}

/** Faults that hold now: those of DM1, and the stored and pending ones of OBD-II. */
const isNow = (report: FaultReport) =>
  report.kind === "faults" && report.list !== "previous" && report.list !== "permanent";

/** UDS-06: the faults that each sender told last. */
export class FaultMeter {
  readonly #reader = new FaultReader();
  readonly #senders = new Map<string, Sender>();

  /** True: the channel of the frame told its faults anew. */
  add(frames: FrameBatch, i: number): boolean {
    if (!canTellFaults(frames.id[i] as number, frames.flags[i] as number)) return false;
    const told = this.#reader.read(frames, i).filter(isNow);
    for (const report of told) if (report.kind === "faults") this.#hear(report);
    return told.length > 0;
  }

  /** How many different faults there are; a code without FMI or failure type stands for all of its kind. */
  count(channel: number, wanted: number | null, nowUs: number): number {
    const found = new Set<number>();
    for (const sender of this.#senders.values()) {
      if (sender.channel !== channel) continue;
      if (sender.isPeriodic && nowUs - sender.timeUs > SENDER_GONE_US) continue;
      for (const code of sender.codes)
        if (wanted === null || wanted === code || wanted === faultFamily(code)) found.add(code);
    }
    return found.size;
  }

  #hear(report: Extract<FaultReport, { kind: "faults" }>): void {
    const { channel, protocol, source, list, timeUs } = report;
    const key = `${channel}/${protocol}/${source}/${list}`;
    if (this.#senders.size >= MAX_SENDERS && !this.#senders.has(key)) return;
    const codes = report.faults.map(({ code }) => code);
    this.#senders.set(key, { channel, isPeriodic: protocol === "j1939", timeUs, codes });
  }
}
