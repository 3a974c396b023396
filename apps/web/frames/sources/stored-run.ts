import { identityOf, type ReadFrame, type TableFrame } from "../table/table-frame.ts";

/** Number of loaded rows, a few hundred screens; rows far from the view are dropped and read again when needed. */
const MAX_ROWS = 6000;

/** A contiguous run of frames, each compared with the previous frame of the same identifier. */
export class StoredRun {
  first = 0;
  hasLong = false;
  /** The list has nothing before the first row, so that a missing predecessor is known. */
  isAtStart = false;
  private rows: TableFrame[] = [];
  private readonly last = new Map<number, ReadFrame>();

  get end(): number {
    return this.first + this.rows.length;
  }

  row(index: number): TableFrame | undefined {
    return this.rows[index - this.first];
  }

  append(frames: readonly ReadFrame[]): void {
    for (const frame of frames) this.rows.push(this.compared(frame));
    this.noteLong(frames);
  }

  prepend(frames: readonly ReadFrame[]): void {
    const all = [...frames, ...this.rows];
    this.first -= frames.length;
    this.noteLong(frames);
    this.rows = [];
    this.last.clear();
    for (const frame of all) this.rows.push(this.compared(frame));
  }

  /** The first row of the list is loaded: rows without a predecessor have none. */
  reachStart(): void {
    this.isAtStart = true;
    this.rows = this.rows.map((row) => (row.deltaUs === undefined ? { ...row, deltaUs: null } : row));
  }

  /** Drops the rows farthest from these. */
  trim(first: number, end: number): { before: number; after: number } {
    const excess = this.rows.length - MAX_ROWS;
    if (excess <= 0) return { before: 0, after: 0 };
    const isNearEnd = this.end - end < first - this.first;
    if (!isNearEnd) {
      this.rows.length = MAX_ROWS;
      this.rebuildLast();
      return { before: 0, after: excess };
    }
    this.rows = this.rows.slice(excess);
    this.first += excess;
    this.isAtStart = false;
    return { before: excess, after: 0 };
  }

  /** The first row at or after a time. */
  indexAt(timeUs: number): number {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle] as TableFrame).timeUs < timeUs) low = middle + 1;
      else high = middle;
    }
    return this.first + low;
  }

  private noteLong(frames: readonly ReadFrame[]): void {
    this.hasLong ||= frames.some(({ size }) => size > 8);
  }

  private rebuildLast(): void {
    this.last.clear();
    for (const row of this.rows) this.last.set(identityOf(row), row);
  }

  private compared(frame: ReadFrame): TableFrame {
    const identity = identityOf(frame);
    const before = this.last.get(identity);
    this.last.set(identity, frame);
    if (before === undefined) {
      return { ...frame, deltaUs: this.isAtStart ? null : undefined, changedLow: 0, changedHigh: 0 };
    }
    const [changedLow, changedHigh] = changedBytes(before.bytes, frame.bytes);
    return { ...frame, deltaUs: frame.timeUs - before.timeUs, changedLow, changedHigh };
  }
}

/** A byte beyond the previous payload counts as changed. */
export function changedBytes(before: Uint8Array, now: Uint8Array): [low: number, high: number] {
  let [low, high] = [0, 0];
  for (let k = 0; k < now.length; k++) {
    if (now[k] === before[k]) continue;
    if (k < 32) low |= 1 << k;
    else high |= 1 << (k - 32);
  }
  return [low, high];
}
