import type { Files, NewFile } from "../../platform/files/files.ts";
import { StoredRun } from "../segments/decode-run.ts";
import { SEGMENT_FILE_HEAD } from "../segments/file-head.ts";
import { readFooter, type SegmentFooter } from "../segments/footer.ts";
import { cutRun } from "../segments/join-runs.ts";
import type { Plane, Run } from "../segments/run.ts";
import { SegmentWriter } from "../segments/segment-writer.ts";
import { dayOf, HOUR_US } from "../store/time-window.ts";
import { cutToWindow } from "./landed-runs.ts";

/** A segment in a new file, as its index row will say. */
export interface NewSegment {
  readonly bindingNumber: number;
  readonly day: number;
  readonly level: number;
  readonly offset: number;
  readonly length: number;
  readonly footerLength: number;
  readonly firstUs: number;
  readonly lastUs: number;
  readonly frames: number;
  readonly bytes: number;
  readonly channels: readonly number[];
}

/** Bytes that wait to be written together. */
const WRITE_BYTES = 1024 * 1024;

/** A file of segments being written. All its frames are compared with the written file before it becomes visible. */
export class SegmentFileWriter {
  readonly segments: NewSegment[] = [];
  readonly #files: Files;
  readonly #name: string;
  readonly #file: NewFile;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #length = 0;
  readonly #checks: (() => Promise<void>)[] = [];

  private constructor(files: Files, name: string, file: NewFile) {
    this.#files = files;
    this.#name = name;
    this.#file = file;
  }

  static async create(files: Files, name: string): Promise<SegmentFileWriter> {
    const writer = new SegmentFileWriter(files, name, await files.create(name));
    await writer.add([SEGMENT_FILE_HEAD]);
    return writer;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  async add(blocks: readonly Uint8Array[]): Promise<void> {
    for (const block of blocks) {
      this.#pending.push(block);
      this.#pendingBytes += block.length;
      this.#length += block.length;
    }
    if (this.#pendingBytes >= WRITE_BYTES) await this.#flush();
  }

  /** The end of a segment that begins at `offset`. */
  async end(writer: SegmentWriter, offset: number, level: number): Promise<NewSegment> {
    const footer = writer.finish();
    await this.add([footer]);
    const { bindingNumber, frames, bytes, firstUs, lastUs } = writer.totals;
    const segment = {
      bindingNumber,
      day: dayOf(firstUs),
      level,
      offset,
      length: this.#length - offset,
      footerLength: footer.length,
      firstUs,
      lastUs,
      frames,
      bytes,
      channels: writer.channels,
    };
    this.segments.push(segment);
    return segment;
  }

  /** A comparison with the given frames, which needs the finished file. */
  afterFinish(check: () => Promise<void>): void {
    this.#checks.push(check);
  }

  /** On disk and compared; not visible yet. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#file.finish();
    for (const check of this.#checks) await check();
  }

  async abort(): Promise<void> {
    await this.#file.abort();
    await this.#files.remove(this.#name);
  }

  /** Of a finished file. */
  read(offset: number, length: number): Promise<Uint8Array> {
    return this.#files.read(this.#name, offset, length);
  }

  async footerOf({ offset, length, footerLength }: NewSegment): Promise<SegmentFooter> {
    return readFooter(await this.read(offset + length - footerLength, footerLength));
  }

  async #flush(): Promise<void> {
    if (this.#pending.length === 0) return;
    const pending = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#file.write(pending);
  }
}

/** Runs of a binding as segments of level 1, one for each hour that has frames; they are compared with the file later. */
export async function writeHours(
  file: SegmentFileWriter,
  bindingNumber: number,
  runs: readonly Run[],
): Promise<WrittenHour[]> {
  const written: WrittenHour[] = [];
  for (const hourUs of hoursWith(runs)) {
    const offset = file.length;
    const writer = new SegmentWriter(bindingNumber);
    const pieces: Run[] = [];
    for (const run of cutToWindow(runs, { fromUs: hourUs, toUs: hourUs + HOUR_US }))
      for (const piece of cutRun(run)) {
        pieces.push(piece);
        await file.add(writer.take(piece));
      }
    written.push({ segment: await file.end(writer, offset, 1), pieces });
  }
  return written;
}

export interface WrittenHour {
  readonly segment: NewSegment;
  /** In the order in which they lie. */
  readonly pieces: readonly Run[];
}

function hoursWith(runs: readonly Run[]): number[] {
  const hours = new Set<number>();
  for (const { timesUs, count } of runs) {
    let row = 0;
    while (row < count) {
      const hourUs = Math.floor((timesUs[row] as number) / HOUR_US) * HOUR_US;
      hours.add(hourUs);
      const endUs = hourUs + HOUR_US;
      // Most runs lie in one hour: the last row tells.
      if ((timesUs[count - 1] as number) < endUs) break;
      while (row < count && (timesUs[row] as number) < endUs) row += 1;
    }
  }
  return [...hours].sort((a, b) => a - b);
}

/** Throws where a segment in the file differs from the given frames: it must never replace its source. */
export async function compareHours(file: SegmentFileWriter, written: readonly WrittenHour[]): Promise<void> {
  for (const { segment, pieces } of written) {
    const footer = await file.footerOf(segment);
    const bytes = await file.read(segment.offset, segment.length);
    if (footer.runs !== pieces.length) throw new WrittenWrong("the number of runs");
    for (const [index, piece] of pieces.entries()) {
      const stored = new StoredRun(footer, index, bytes.subarray(footer.byteAt[index], footer.byteAt[index + 1]));
      compareRuns(stored.run(), piece);
    }
  }
}

export class WrittenWrong extends Error {
  constructor(what: string) {
    super(`a segment was written wrong: ${what}`);
  }
}

export function compareRuns(stored: Run, given: Run): void {
  const { count } = given;
  const isKeyEqual =
    stored.channel === given.channel &&
    stored.id === given.id &&
    stored.flags === given.flags &&
    stored.size === given.size &&
    stored.count === count &&
    stored.planes.length === given.planes.length;
  if (!isKeyEqual) throw new WrittenWrong("what a run is of");
  for (let row = 0; row < count; row += 1) {
    if (stored.timesUs[row] !== given.timesUs[row]) throw new WrittenWrong("a time");
    if ((stored.ks === null ? 0 : stored.ks[row]) !== (given.ks === null ? 0 : given.ks[row]))
      throw new WrittenWrong("a k");
  }
  for (const [k, plane] of given.planes.entries()) comparePlanes(stored.planes[k] as Plane, plane, count);
}

function comparePlanes(stored: Plane, given: Plane, count: number): void {
  if (typeof stored !== "number" && typeof given !== "number") {
    const one = Buffer.from(stored.buffer, stored.byteOffset, count);
    const other = Buffer.from(given.buffer, given.byteOffset, count);
    if (!one.equals(other)) throw new WrittenWrong("a payload byte");
    return;
  }
  for (let row = 0; row < count; row += 1) {
    const one = typeof stored === "number" ? stored : stored[row];
    const other = typeof given === "number" ? given : given[row];
    if (one !== other) throw new WrittenWrong("a payload byte");
  }
}
