import { encodeRun } from "./encode-run.ts";
import { type MinuteEntry, type SegmentFooter, type SegmentTotals, writeFooter } from "./footer.ts";
import type { PlaneEntry, RunEntry } from "./footer-columns.ts";
import { FooterRows } from "./footer-rows.ts";
import { MinuteCounts } from "./minutes.ts";
import { logicalBytes, payloadSize, type Run } from "./run.ts";

/**
 * A segment, run by run: the chunks that `take` returns are written in order, and `finish` gives the end. Runs come in
 * the order of the file.
 */
export class SegmentWriter {
  readonly #bindingNumber: number;
  readonly #runs = new FooterRows<RunEntry>("runs");
  readonly #planes = new FooterRows<PlaneEntry>("planes");
  readonly #minutes = new MinuteCounts();
  readonly #channels = new Set<number>();
  #frames = 0;
  #bytes = 0;
  #firstUs = Number.POSITIVE_INFINITY;
  #lastUs = Number.NEGATIVE_INFINITY;
  #length = 0;

  constructor(bindingNumber: number) {
    this.#bindingNumber = bindingNumber;
  }

  get runs(): number {
    return this.#runs.length;
  }

  get totals(): SegmentTotals {
    return {
      bindingNumber: this.#bindingNumber,
      frames: this.#frames,
      bytes: this.#bytes,
      firstUs: this.#firstUs,
      lastUs: this.#lastUs,
    };
  }

  get channels(): number[] {
    return [...this.#channels].sort((a, b) => a - b);
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** At most `RUN_FRAMES` frames. Counts its minutes too. */
  take(run: Run): readonly Uint8Array[] {
    this.#minutes.add(run.timesUs, 0, run.count);
    return this.takeUncounted(run);
  }

  /** The same where the caller counts the minutes. */
  takeUncounted(run: Run): readonly Uint8Array[] {
    const encoded = encodeRun(run);
    this.#keep(encoded.entry, encoded.planes);
    return encoded.blocks;
  }

  /** A run of another segment, whose bytes are copied as they are; its minutes are the caller's. */
  copy(footer: SegmentFooter, index: number): void {
    const entry: Record<string, number> = {};
    for (const name of RUN_COLUMNS) entry[name] = footer.columns[name][index] as number;
    const planes: PlaneEntry[] = [];
    for (let at = footer.planeAt[index] as number; at < (footer.planeAt[index + 1] as number); at += 1)
      planes.push({
        planeLength: footer.planes.planeLength[at] as number,
        planeCrc: footer.planes.planeCrc[at] as number,
        planeMode: footer.planes.planeMode[at] as number,
        planeOr: footer.planes.planeOr[at] as number,
        planeAnd: footer.planes.planeAnd[at] as number,
      });
    this.#keep(entry as RunEntry, planes);
  }

  countMinute(entry: MinuteEntry): void {
    this.#minutes.addEntry(entry);
  }

  countRows(timesUs: Float64Array, from: number, to: number): void {
    this.#minutes.add(timesUs, from, to);
  }

  finish(): Uint8Array {
    return writeFooter(this.totals, this.#runs, this.#planes, this.#minutes.list());
  }

  #keep(entry: RunEntry, planes: readonly PlaneEntry[]): void {
    this.#runs.push(entry);
    for (const plane of planes) this.#planes.push(plane);
    this.#channels.add(entry.channel);
    this.#frames += entry.count;
    this.#bytes += logicalBytes(entry, entry.count);
    this.#firstUs = Math.min(this.#firstUs, entry.firstUs);
    this.#lastUs = Math.max(this.#lastUs, entry.lastUs);
    this.#length += entry.timeLength + entry.kLength + entry.groupLength;
    for (const plane of planes) this.#length += plane.planeLength;
    if (planes.length !== payloadSize(entry))
      throw new Error("a run has another number of planes than its payload bytes");
  }
}

const RUN_COLUMNS = [
  "firstUs",
  "lastUs",
  "timeBaseUs",
  "timePeriodUs",
  "id",
  "timeLength",
  "timeCrc",
  "kLength",
  "kCrc",
  "groupLength",
  "groupCrc",
  "count",
  "channel",
  "flags",
  "size",
  "timeMode",
  "timeBits",
  "kBits",
] as const satisfies readonly (keyof RunEntry)[];
