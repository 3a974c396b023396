export interface CycleSummary {
  /** Intervals between frames: one less than frames. */
  count: number;
  minUs: number;
  avgUs: number;
  maxUs: number;
  /** Standard deviation σ of the intervals. */
  sigmaUs: number;
  /** Largest minus smallest interval. */
  jitterUs: number;
  /** Frames that should have come in between: an interval of about n cycles lacks n - 1. */
  missing: number;
}

/** Statistics of the cycle of one message, in constant memory. */
export class CycleStatistics {
  private readonly cycleUs: number | undefined;
  private lastUs = Number.NaN;
  private count = 0;
  private minUs = Number.POSITIVE_INFINITY;
  private maxUs = 0;
  private meanUs = 0;
  /** Sum of squared deviations (Welford). */
  private squares = 0;
  private missing = 0;

  /** `cycleUs` is the nominal cycle (GenMsgCycleTime); without it the first interval stands for it. */
  constructor(cycleUs?: number) {
    this.cycleUs = cycleUs !== undefined && cycleUs > 0 ? cycleUs : undefined;
  }

  add(timeUs: number): void {
    const intervalUs = timeUs - this.lastUs;
    this.lastUs = timeUs;
    if (Number.isNaN(intervalUs)) return;
    this.count++;
    this.minUs = Math.min(this.minUs, intervalUs);
    this.maxUs = Math.max(this.maxUs, intervalUs);
    const deviation = intervalUs - this.meanUs;
    this.meanUs += deviation / this.count;
    this.squares += deviation * (intervalUs - this.meanUs);
    // Without a given cycle, the mean so far stands in.
    const cycleUs = this.cycleUs ?? this.meanUs;
    if (cycleUs > 0) this.missing += Math.max(0, Math.round(intervalUs / cycleUs) - 1);
  }

  /** Undefined before the second frame. */
  summary(): CycleSummary | undefined {
    if (this.count === 0) return undefined;
    return {
      count: this.count,
      minUs: this.minUs,
      avgUs: this.meanUs,
      maxUs: this.maxUs,
      sigmaUs: Math.sqrt(this.squares / this.count),
      jitterUs: this.maxUs - this.minUs,
      missing: this.missing,
    };
  }
}
