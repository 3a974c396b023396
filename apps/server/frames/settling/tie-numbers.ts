import { type SegmentRow, SnapshotGone } from "../reading/segment-index.ts";
import { runsOf, type SegmentAccess } from "../reading/segment-sources.ts";
import { loadRuns, partsOf } from "../reading/source-run.ts";
import { type Run, rowAt } from "../segments/run.ts";
import { SegmentDamage } from "../segments/segment-damage.ts";

interface Span {
  readonly firstUs: number;
  readonly lastUs: number;
}

/**
 * `k` of frames that are not settled yet continues after that of settled frames with the same time stamp. Only segments
 * that overlap the new frames in time need a look: late batches, and a few frames where one segment ends and the next
 * begins. Damaged segments among them must not block settling.
 */
export async function numberBehindSettled(
  runs: readonly Run[],
  segments: readonly SegmentRow[],
  access: SegmentAccess,
  { mayBeDamaged = false } = {},
): Promise<Run[]> {
  if (runs.length === 0) return [];
  const span = spanOf(runs, ({ timesUs, count }) => [timesUs[0] as number, timesUs[count - 1] as number]);
  const overlapping = segments.filter((row) => row.lastUs >= span.firstUs && row.firstUs <= span.lastUs);
  if (overlapping.length === 0) return [...runs];
  const times = timesIn(
    runs,
    spanOf(overlapping, (row) => [row.firstUs, row.lastUs]),
  );
  if (times.size === 0) return [...runs];
  const next = new NextNumbers(times);
  for (const row of overlapping)
    try {
      await passSettled(access, row, span, next);
    } catch (error) {
      const isDamage = error instanceof SegmentDamage || error instanceof SnapshotGone;
      if (!mayBeDamaged || !isDamage) throw error;
      // Its numbers cannot be read; those of one time stamp are fewer than all its frames.
      const most = overlapping.reduce((sum, { frames }) => sum + frames, 0);
      for (const timeUs of times) if (timeUs >= row.firstUs && timeUs <= row.lastUs) next.pass(timeUs, most - 1);
    }
  return runs.map((run) => next.renumbered(run));
}

/** Of all: there may be hundreds of thousands, where a bus is fuzzed. */
function spanOf<T>(all: readonly T[], endsOf: (one: T) => readonly [number, number]): Span {
  let [firstUs, lastUs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of all) {
    const [first, last] = endsOf(one);
    firstUs = Math.min(firstUs, first);
    lastUs = Math.max(lastUs, last);
  }
  return { firstUs, lastUs };
}

function timesIn(runs: readonly Run[], { firstUs, lastUs }: Span): Set<number> {
  const times = new Set<number>();
  for (const { timesUs, count } of runs) {
    const from = rowAt(timesUs, count, firstUs);
    for (let row = from; row < count && (timesUs[row] as number) <= lastUs; row += 1) times.add(timesUs[row] as number);
  }
  return times;
}

async function passSettled(
  access: SegmentAccess,
  segment: SegmentRow,
  { firstUs, lastUs }: Span,
  next: NextNumbers,
): Promise<void> {
  const sources = await runsOf(access, segment, { fromUs: firstUs, toUs: lastUs + 1 }, () => true);
  await loadRuns(access.files, sources);
  for (const source of sources) {
    const { times, ks } = partsOf(source);
    for (let row = times.rowAt(firstUs); row < source.count; row += 1) {
      const timeUs = times.at(row);
      if (timeUs > lastUs) break;
      next.pass(timeUs, ks === null ? 0 : ks.at(row));
    }
  }
}

/** For each time stamp that settled frames share with the new ones: the k that is free. */
class NextNumbers {
  readonly #times: ReadonlySet<number>;
  readonly #next = new Map<number, number>();

  constructor(times: ReadonlySet<number>) {
    this.#times = times;
  }

  pass(timeUs: number, k: number): void {
    if (this.#times.has(timeUs)) this.#next.set(timeUs, Math.max(this.#next.get(timeUs) ?? 0, k + 1));
  }

  renumbered(run: Run): Run {
    if (this.#next.size === 0) return run;
    const ks = new Uint32Array(run.count);
    let any = 0;
    for (let row = 0; row < run.count; row += 1) {
      const k = (run.ks?.[row] ?? 0) + (this.#next.get(run.timesUs[row] as number) ?? 0);
      ks[row] = k;
      any |= k;
    }
    return { ...run, ks: any === 0 ? null : ks };
  }
}
