import { readCurves } from "@canopy/contract/signals/curves";
import { formatSignal, type SignalReference } from "@canopy/contract/signals/signal-reference";
import type { TestRun } from "@canopy/contract/tests/runs";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { curveColumns } from "../../signals/samples/curve-columns.ts";
import { RUNS_KEY } from "../test-queries.ts";

const PIXELS = 600;

/** Points of a curve in milliseconds, with a null at each gap. */
export type RunCurve = ReturnType<typeof curveColumns>;

/** A signal in the window of a run. */
export const runCurveQuery = (run: TestRun, reference: SignalReference) =>
  queryOptions({
    queryKey: [...RUNS_KEY, "evidence", run.run_id, formatSignal(reference)],
    queryFn: ({ signal }) => readSignal(run, reference, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

async function readSignal(run: TestRun, item: SignalReference, signal: AbortSignal): Promise<RunCurve> {
  const { things_id, from_time, to_time } = run;
  if (from_time === null || to_time === null) return { x: [], values: [] };
  const span = { start_time: String(from_time * 1000), end_time: String(to_time * 1000) };
  const { data } = await api(
    readCurves,
    { params: { things_id }, body: { ...span, pixels: PIXELS, items: [item] } },
    { signal },
  );
  const [drawn] = data.items;
  if (drawn?.state === "failed") throw new Error(drawn.message);
  return drawn?.state === "drawn" ? curveColumns(drawn, from_time) : { x: [], values: [] };
}

interface AlignedCurves {
  /** Seconds after the first command of each run. */
  readonly x: number[];
  /** For each curve as long as `x`; undefined: a point of another curve. */
  readonly values: (number | null | undefined)[][];
}

/** Curves of several runs over one axis, which begins at the first command of each. */
export function aligned(curves: readonly (RunCurve & { readonly startMs: number })[]): AlignedCurves {
  const points = curves.flatMap(({ x, values, startMs }, curve) =>
    x.map((atMs, i) => ({ at: (atMs - startMs) / 1000, curve, value: values[i] ?? null })),
  );
  points.sort((one, other) => one.at - other.at);
  const all: AlignedCurves = { x: [], values: curves.map(() => []) };
  for (const { at, curve, value } of points) {
    const isFree = all.x.at(-1) === at && all.values[curve]?.[all.x.length - 1] === undefined;
    if (!isFree) {
      all.x.push(at);
      for (const column of all.values) column.push(undefined);
    }
    const column = all.values[curve];
    if (column) column[all.x.length - 1] = value;
  }
  return all;
}
