import { type RateRing, RING_SECONDS } from "@canopy/contract/devices/rate-ring";

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
