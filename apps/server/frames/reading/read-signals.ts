import { PlaneDecoder } from "@canopy/can/dbc/decode/decode-planes";
import { payloadSize, RUN_FRAMES } from "../segments/run.ts";
import type { RunTimes } from "../segments/run-times.ts";
import type { FigureQuery, Figures, SampleQuery, Samples, SignalQuery } from "../store/signal-query.ts";
import { type CurvePixel, joinPixels, M4, type PixelGrid, type SampleRows } from "./curve-pixels.ts";
import { FigureSums } from "./figure-sums.ts";
import { type PixelJob, readKeptPixels } from "./read-kept.ts";
import { eachRun, type ReadPlan } from "./read-plan.ts";
import { RunMerge } from "./run-merge.ts";
import { carriesMessage, runsOf, type SegmentAccess } from "./segment-sources.ts";
import { runsOfLanded } from "./snapshots.ts";
import { loadRuns, memorySource, partsOf, type SourceRun } from "./source-run.ts";

/** Decodes whole runs into columns that are used again. */
export class RunDecoder {
  readonly values: readonly Float64Array[];
  readonly #decoder: PlaneDecoder;

  constructor({ message, signals }: Pick<SignalQuery, "message" | "signals">) {
    this.#decoder = new PlaneDecoder(message, signals);
    this.values = signals.map(() => new Float64Array(RUN_FRAMES));
  }

  /** Good until the next call. */
  decode(source: SourceRun): readonly Float64Array[] {
    return this.#into(source, source.count <= RUN_FRAMES ? this.values : this.#newColumns(source.count));
  }

  /** For each signal whether all of its values in a run are finite numbers. */
  areFinite(source: SourceRun): readonly boolean[] {
    return this.#decoder.areFinite(payloadSize(source));
  }

  /** Columns of its own. */
  decodeApart(source: SourceRun): readonly Float64Array[] {
    return this.#into(source, this.#newColumns(source.count));
  }

  #newColumns(count: number): Float64Array[] {
    return this.values.map(() => new Float64Array(count));
  }

  #into(source: SourceRun, values: readonly Float64Array[]): readonly Float64Array[] {
    const parts = partsOf(source);
    const size = payloadSize(source);
    const planes: (Uint8Array | number | undefined)[] = new Array(size);
    for (const k of this.#decoder.bytesNeeded(size)) planes[k] = parts.plane(k);
    this.#decoder.decode(planes, size, source.count, values);
    return values;
  }
}

/**
 * Samples of several runs may lie between each other in time (another source of a J1939 group, late segments): a run
 * that begins before the last one ended goes to another lane, and lanes are joined at the end.
 */
class Lanes {
  readonly #grid: PixelGrid;
  readonly #lanes: { readonly m4: M4; endUs: number }[] = [];

  constructor(grid: PixelGrid) {
    this.#grid = grid;
  }

  add(times: RunTimes, values: Float64Array, rows: SampleRows): void {
    if (rows.from >= rows.to) return;
    const firstUs = times.at(rows.from);
    let lane = this.#lanes.find(({ endUs }) => endUs <= firstUs);
    if (lane === undefined) {
      lane = { m4: new M4(this.#grid), endUs: 0 };
      this.#lanes.push(lane);
    }
    lane.m4.addRows(times, values, rows);
    lane.endUs = times.at(rows.to - 1);
  }

  pixels(): CurvePixel[] {
    return joinPixels(this.#lanes.map(({ m4 }) => m4.pixels));
  }
}

/** For each signal its pixels: from kept bodies where a segment has them, else decoded. */
export async function readPixels(access: SegmentAccess, plan: ReadPlan, query: PixelJob): Promise<CurvePixel[][]> {
  const lanes = query.signals.map(() => new Lanes(query));
  const kept = await readKeptPixels(access, plan, query);
  const decoder = new RunDecoder(query);
  const rest = { ...plan, segments: plan.segments.filter(({ id }) => !kept.segments.has(id)) };
  for await (const { source, from, to } of eachRun(access, rest, query, carriesMessage(query))) {
    const { times } = partsOf(source);
    const values = decoder.decode(source);
    const areFinite = decoder.areFinite(source);
    for (const [i, lane] of lanes.entries())
      lane.add(times, values[i] as Float64Array, { from, to, areFinite: areFinite[i] === true });
  }
  return lanes.map((lane, i) => joinPixels([...(kept.curves[i] ?? []), lane.pixels()]));
}

/** Rows in the order of time, from the beginning of the range. */
export async function readSamples(access: SegmentAccess, plan: ReadPlan, query: SampleQuery): Promise<Samples> {
  const { limit, withPayloads, signals } = query;
  const timesUs: number[] = [];
  const columns: number[][] = signals.map(() => []);
  const payloads: Uint8Array[] = [];
  let more = false;
  await eachSample(access, plan, query, (source, row, timeUs, values) => {
    if (!values.some((column) => Number.isFinite(column[row]))) return true;
    if (timesUs.length === limit) {
      more = true;
      return false;
    }
    timesUs.push(timeUs);
    for (const [i, column] of values.entries()) columns[i]?.push(finite(column[row] as number));
    if (withPayloads) payloads.push(payloadAt(source, row));
    return true;
  });
  return {
    timesUs: Float64Array.from(timesUs),
    values: columns.map((column) => Float64Array.from(column)),
    ...(withPayloads && { payloads }),
    more,
  };
}

const finite = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

const payloadAt = (source: SourceRun, row: number): Uint8Array =>
  Uint8Array.from(partsOf(source).planes, (plane) => (typeof plane === "number" ? plane : (plane[row] as number)));

type TakeSample = (source: SourceRun, row: number, timeUs: number, values: readonly Float64Array[]) => boolean;

const ROWS_AT_ONCE = 4096;

/** Samples of a message in the order (time, k) until `take` answers false. */
async function eachSample(access: SegmentAccess, plan: ReadPlan, query: SignalQuery, take: TakeSample): Promise<void> {
  const isWanted = carriesMessage(query);
  const hours = plan.segments.map((row) => ({
    firstUs: row.firstUs,
    lastUs: row.lastUs,
    runs: () => runsOf(access, row, query, isWanted),
  }));
  const landed = await runsOfLanded(access, plan.landed, plan.segments, query);
  const merge = new RunMerge([...hours, ...landed.filter(isWanted).map(memorySource)], {
    fromUs: query.fromUs,
    toUs: query.toUs,
    order: "oldestFirst",
    load: (runs) => loadRuns(access.files, runs),
  });
  const decoder = new RunDecoder(query);
  const decoded = new Map<SourceRun, readonly Float64Array[]>();
  let isOpen = true;
  for (let taken = -1; taken !== 0 && isOpen; ) {
    taken = await merge.take(ROWS_AT_ONCE, (source, _, row, timeUs) => {
      if (!isOpen) return;
      let values = decoded.get(source);
      if (values === undefined) {
        // Runs that are over are let go: few of one message are open at a time.
        for (const old of decoded.keys()) if (old.lastUs < timeUs) decoded.delete(old);
        values = decoder.decodeApart(source);
        decoded.set(source, values);
      }
      isOpen = take(source, row, timeUs, values);
    });
  }
}

/** Of the query's first signal, over every sample. */
export async function readFigures(access: SegmentAccess, plan: ReadPlan, query: FigureQuery): Promise<Figures> {
  const sums = new FigureSums(query);
  await eachSample(access, plan, query, (_, row, timeUs, [column]) => {
    sums.add(timeUs, column?.[row] as number);
    return true;
  });
  return sums.figures();
}
