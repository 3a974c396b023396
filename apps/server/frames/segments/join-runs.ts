import { type Plane, RUN_FRAMES, type Run, sliceRun } from "./run.ts";

/** Runs of one key as one in the order (time, k). */
export function joinRuns(runs: readonly Run[]): Run {
  const [first] = runs;
  if (first === undefined) throw new RangeError("no runs to join");
  if (runs.length === 1) return first;
  const inTime = [...runs].sort((a, b) => (a.timesUs[0] as number) - (b.timesUs[0] as number));
  const count = runs.reduce((sum, run) => sum + run.count, 0);
  const timesUs = new Float64Array(count);
  const hasKs = runs.some(({ ks }) => ks !== null);
  const ks = hasKs ? new Uint32Array(count) : null;
  let at = 0;
  for (const run of inTime) {
    timesUs.set(run.timesUs.subarray(0, run.count), at);
    if (run.ks) ks?.set(run.ks.subarray(0, run.count), at);
    at += run.count;
  }
  const planes = first.planes.map((_, k) => joinPlanes(inTime, k, count));
  return ordered({ ...first, count, timesUs, ks, planes });
}

function joinPlanes(runs: readonly Run[], k: number, count: number): Plane {
  const [first] = runs.map((run) => run.planes[k] as Plane);
  if (typeof first === "number" && runs.every((run) => run.planes[k] === first)) return first;
  const joined = new Uint8Array(count);
  let at = 0;
  for (const run of runs) {
    const plane = run.planes[k] as Plane;
    if (typeof plane === "number") joined.fill(plane, at, at + run.count);
    else joined.set(plane.length === run.count ? plane : plane.subarray(0, run.count), at);
    at += run.count;
  }
  return joined;
}

/** Sorts where it has to: parts that overlap in time. */
function ordered(run: Run): Run {
  const { count, timesUs, ks } = run;
  const kOf = (row: number) => (ks === null ? 0 : (ks[row] as number));
  let isSorted = true;
  for (let i = 1; i < count && isSorted; i += 1) {
    const step = (timesUs[i] as number) - (timesUs[i - 1] as number);
    isSorted = step > 0 || (step === 0 && kOf(i) > kOf(i - 1));
  }
  if (isSorted) return run;
  const rows = Uint32Array.from({ length: count }, (_, i) => i);
  rows.sort((a, b) => (timesUs[a] as number) - (timesUs[b] as number) || kOf(a) - kOf(b) || a - b);
  const times = new Float64Array(count);
  const numbers = ks && new Uint32Array(count);
  for (let i = 0; i < count; i += 1) {
    times[i] = timesUs[rows[i] as number] as number;
    if (numbers) numbers[i] = kOf(rows[i] as number);
  }
  const planes = run.planes.map((plane) => {
    if (typeof plane === "number") return plane;
    const moved = new Uint8Array(count);
    for (let i = 0; i < count; i += 1) moved[i] = plane[rows[i] as number] as number;
    return moved;
  });
  return { ...run, timesUs: times, ks: numbers, planes };
}

/** A long run in parts that are encoded one by one. */
export function* cutRun(run: Run, most = RUN_FRAMES): Generator<Run, void, undefined> {
  // Parts of nearly equal length: a short last one would be stored as a group.
  const parts = Math.ceil(run.count / most);
  for (let part = 0; part < parts; part += 1)
    yield sliceRun(run, Math.floor((run.count * part) / parts), Math.floor((run.count * (part + 1)) / parts));
}
