/** Frames per bucket of a range, as counted for the time bar. */
export interface RangeCounts {
  readonly startUs: number;
  readonly bucketUs: number;
  readonly frames: readonly number[];
  /** Rows of the range itself: the first bucket and the last one may reach beyond it. */
  readonly total?: number | undefined;
}

export const rowsOf = ({ total, frames }: RangeCounts): number =>
  total ?? frames.reduce((sum, count) => sum + count, 0);

/**
 * Positions in a list by number of rows, so that the scroll bar moves evenly over rows and skips empty hours. Rows inside
 * a bucket are taken as evenly spread; without counts the whole range is one bucket.
 */
export class ListShares {
  /** Undefined: not counted yet. */
  readonly total: number | undefined;
  private readonly fromUs: number;
  private readonly toUs: number;
  private readonly counts: RangeCounts;
  /** Number of rows before each bucket. */
  private readonly before: Float64Array;

  constructor(fromUs: number, toUs: number, counts?: RangeCounts) {
    this.fromUs = fromUs;
    this.toUs = Math.max(fromUs + 1, toUs);
    this.counts = counts ?? { startUs: fromUs, bucketUs: this.toUs - fromUs, frames: [1] };
    this.before = new Float64Array(this.counts.frames.length + 1);
    for (const [i, frames] of this.counts.frames.entries()) {
      this.before[i + 1] = (this.before[i] as number) + frames;
    }
    this.total = counts && rowsOf(counts);
  }

  rowsBefore(timeUs: number): number {
    const { startUs, bucketUs, frames } = this.counts;
    const place = (timeUs - startUs) / bucketUs;
    if (place <= 0) return 0;
    if (place >= frames.length) return this.sum;
    const bucket = Math.floor(place);
    return (this.before[bucket] as number) + (place - bucket) * (frames[bucket] as number);
  }

  shareOf(timeUs: number): number {
    if (this.sum === 0) return 0;
    return Math.min(1, Math.max(0, this.rowsBefore(timeUs) / this.sum));
  }

  timeOf(share: number): number {
    const { startUs, bucketUs, frames } = this.counts;
    const wanted = Math.min(1, Math.max(0, share)) * this.sum;
    let [low, high] = [0, frames.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.before[middle + 1] as number) >= wanted) high = middle;
      else low = middle + 1;
    }
    const inside = (wanted - (this.before[low] as number)) / Math.max(1, frames[low] ?? 0);
    const timeUs = startUs + (low + Math.min(1, Math.max(0, inside))) * bucketUs;
    return Math.round(Math.min(this.toUs, Math.max(this.fromUs, timeUs)));
  }

  private get sum(): number {
    return this.before[this.before.length - 1] as number;
  }
}
