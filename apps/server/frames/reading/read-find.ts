import type { FrameColumns } from "@canopy/can/find-signal/columns";
import { SignalFinder } from "@canopy/can/find-signal/find-signal";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { Plane, RunKey } from "../segments/run.ts";
import type { FindQuery, Found } from "../store/find-query.ts";
import type { TimeWindow } from "../store/time-window.ts";
import { type ReadPlan, rowsInWindow, type WindowRows } from "./read-plan.ts";
import { runsOf, type SegmentAccess } from "./segment-sources.ts";
import { runsOfLanded } from "./snapshots.ts";
import { loadRuns, memorySource, partsOf, type SourceRun } from "./source-run.ts";

const carriesData = ({ flags, size }: RunKey) => (flags & (FLAG_ERROR | FLAG_REMOTE)) === 0 && size > 0;
/** A message of two lengths is two: their bytes need not mean the same. */
const messageOf = ({ channel, id, flags, size }: RunKey) => `${channel} ${id} ${flags & FLAG_EXTENDED} ${size}`;

/** DBC-10: message after message, so that memory holds the columns of one. */
export async function readFind(access: SegmentAccess, plan: ReadPlan, query: FindQuery): Promise<Found> {
  const runs: SourceRun[] = [];
  for (const row of plan.segments) runs.push(...(await runsOf(access, row, query, carriesData)));
  const landed = await runsOfLanded(access, plan.landed, plan.segments, query);
  runs.push(...landed.filter(carriesData).map(memorySource));
  const frames = runs.reduce((sum, { count }) => sum + count, 0);
  if (frames > query.mostFrames) return { tooMany: frames };
  const finder = new SignalFinder(query.target);
  for (const group of Map.groupBy(runs, messageOf).values()) {
    await loadRuns(access.files, group);
    const columns = columnsOf(group, query);
    for (const run of group) run.parts = undefined;
    if (columns !== undefined) finder.add(columns);
  }
  return finder.result();
}

function columnsOf(runs: readonly SourceRun[], window: TimeWindow): FrameColumns | undefined {
  const rows = runs
    .toSorted((a, b) => a.firstUs - b.firstUs)
    .map((source) => rowsInWindow(source, window))
    .filter(({ from, to }) => from < to);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { channel, id, flags, size } = first.source;
  const count = rows.reduce((sum, { from, to }) => sum + to - from, 0);
  const timeUs = new Float64Array(count);
  fill(rows, ({ source, from, to }, at) => timeUs.set(partsOf(source).times.all.subarray(from, to), at));
  const planes = Array.from({ length: size }, (_, k) => planeOf(rows, k, count));
  const columns = { channel, id, isExtended: (flags & FLAG_EXTENDED) !== 0, timeUs, planes };
  return isOrdered(timeUs) ? columns : ordered(columns);
}

function fill(rows: readonly WindowRows[], take: (rows: WindowRows, at: number) => void): void {
  let at = 0;
  for (const one of rows) {
    take(one, at);
    at += one.to - one.from;
  }
}

function planeOf(rows: readonly WindowRows[], k: number, count: number): Plane {
  const parts = rows.map(({ source }) => partsOf(source).plane(k));
  const [first] = parts;
  if (typeof first === "number" && parts.every((part) => part === first)) return first;
  const plane = new Uint8Array(count);
  let i = 0;
  fill(rows, ({ from, to }, at) => {
    const part = parts[i++] ?? 0;
    if (typeof part === "number") plane.fill(part, at, at + to - from);
    else plane.set(part.subarray(from, to), at);
  });
  return plane;
}

function isOrdered(timeUs: Float64Array): boolean {
  for (let i = 1; i < timeUs.length; i++) if ((timeUs[i] as number) < (timeUs[i - 1] as number)) return false;
  return true;
}

/** Batches that came late lie between others. */
function ordered(columns: FrameColumns): FrameColumns {
  const { timeUs, planes } = columns;
  const order = Uint32Array.from(timeUs, (_, i) => i).sort((a, b) => (timeUs[a] as number) - (timeUs[b] as number));
  return {
    ...columns,
    timeUs: Float64Array.from(order, (row) => timeUs[row] as number),
    planes: planes.map((plane) =>
      typeof plane === "number" ? plane : Uint8Array.from(order, (row) => plane[row] as number),
    ),
  };
}
