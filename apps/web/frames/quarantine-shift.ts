import type { QuarantinedBatchRow } from "@canopy/contract/frames/quarantine";

type Shifted = Pick<QuarantinedBatchRow, "first" | "last" | "arrival_shift_ms">;

/** Beyond what the way to the server takes: such batches are of different starts of the device, or were buffered. */
const WAY_MS = 60_000;

/** How the clocks of some batches were off; undefined: there are none. */
export function shiftsOf(batches: readonly Shifted[]) {
  if (batches.length === 0) return undefined;
  const shifts = batches.map(({ arrival_shift_ms }) => arrival_shift_ms);
  const [leastMs, mostMs] = [Math.min(...shifts), Math.max(...shifts)];
  // The batch that was on its way the shortest tells the clock best.
  return { leastMs, mostMs, differ: mostMs - leastMs > WAY_MS };
}

/** Where the batches will stand, in epoch milliseconds. */
export function spanAfter(batches: readonly Shifted[], shiftMs: number): { fromMs: number; toMs: number } {
  const ms = (us: string) => Number(us) / 1000 + shiftMs;
  return {
    fromMs: Math.min(...batches.map(({ first }) => ms(first))),
    toMs: Math.max(...batches.map(({ last }) => ms(last))),
  };
}
