/** The last minute of a rate, one value a second, without an object per value. */
export const RING_SECONDS = 60;

export class RateRing {
  private readonly values = new Float32Array(RING_SECONDS).fill(Number.NaN);
  private second = Number.NaN;
  private last = Number.NaN;

  /** A rate that stays is not told again: the seconds between hold the last one. */
  push(atMs: number, value: number): void {
    this.advance(atMs);
    this.last = value;
    if (!Number.isNaN(this.second)) this.values[this.second % RING_SECONDS] = value;
  }

  advance(atMs: number): void {
    const second = Math.floor(atMs / 1000);
    if (Number.isNaN(this.second)) {
      this.second = second;
      return;
    }
    const steps = Math.min(second - this.second, RING_SECONDS);
    for (let step = 1; step <= steps; step += 1) this.values[(this.second + step) % RING_SECONDS] = this.last;
    if (second > this.second) this.second = second;
  }

  /** Oldest first; NaN where nothing was known. */
  at(index: number): number {
    return this.values[(this.second + 1 + index) % RING_SECONDS] ?? Number.NaN;
  }
}

interface Box {
  width: number;
  height: number;
}

/**
 * The points of a minute's line and of the area below it: highest value at the top, a true zero at the bottom, what was
 * not known left open. Points and not the `d` of a path, which is a property of style: that is computed anew at each change.
 */
export function sparkPoints(ring: RateRing, { width, height }: Box): { line: string; area: string } {
  let top = 0;
  for (let i = 0; i < RING_SECONDS; i += 1) top = Math.max(top, ring.at(i) || 0);
  // A steady bus is a calm line in the upper third, not a flat edge.
  const scale = top > 0 ? (height - 2) / (top * 1.25) : 0;
  const step = width / (RING_SECONDS - 1);
  let line = "";
  let area = "";
  let begun = -1;
  for (let i = 0; i < RING_SECONDS; i += 1) {
    const value = ring.at(i);
    if (Number.isNaN(value)) continue;
    const x = (i * step).toFixed(1);
    const y = (height - 1 - value * scale).toFixed(1);
    line += `${x} ${y} `;
    if (begun < 0) begun = i;
  }
  if (begun >= 0) area = `${line}${width} ${height} ${(begun * step).toFixed(1)} ${height}`;
  return { line, area };
}
