import type { QuarantinedBatchRow } from "@canopy/contract/frames/quarantine";

type Shifted = Pick<QuarantinedBatchRow, "first" | "last" | "arrival_shift_ms">;

/** Beyond what the way to the server takes: such batches are of different starts of the device, or were buffered. */
const WAY_MS = 60_000;

/** How the clocks of some batches were off; undefined: there are none. */
export function shiftsOf(batches: readonly Shifted[]) {
  if (batches.length === 0) return undefined;
  let [leastMs, mostMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { arrival_shift_ms: shiftMs } of batches) {
    leastMs = Math.min(leastMs, shiftMs);
    mostMs = Math.max(mostMs, shiftMs);
  }
  // The batch that was on its way the shortest tells the clock best.
  return { leastMs, mostMs, differ: mostMs - leastMs > WAY_MS };
}

/** Where the batches will stand, in epoch milliseconds. */
export function spanAfter(batches: readonly Shifted[], shiftMs: number): { fromMs: number; toMs: number } {
  const ms = (us: string) => Number(us) / 1000 + shiftMs;
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { first, last } of batches) {
    fromMs = Math.min(fromMs, ms(first));
    toMs = Math.max(toMs, ms(last));
  }
  return { fromMs, toMs };
}
