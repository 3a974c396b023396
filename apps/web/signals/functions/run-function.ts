import { cycleOf } from "@canopy/can/samples/cycles";
import { histogramOf } from "@canopy/can/samples/histogram";
import { pairSamples, relationOf } from "@canopy/can/samples/pairs";
import { spectrumOf } from "@canopy/can/samples/spectrum";
import { stateTimes } from "@canopy/can/samples/states";
import { summarise } from "@canopy/can/samples/summary";
import type { TextKey } from "../../platform/i18n.ts";
import type { FunctionKind } from "./function-kinds.ts";
import { durationCell, type FunctionResult, numberCell, percentCell, textCell, timeCell } from "./function-result.ts";
import { type FunctionAsked, figure, type Run } from "./function-run.ts";
import "./function-texts.ts";
import { someOf, thinOut } from "../paint/thin-out.ts";
import type { LoadedSource } from "../samples/load-sources.ts";
import { checksum, counter } from "./run-checks.ts";

/** Hold time of a value where no cycle is known. */
const USUAL_HOLD_US = 5_000_000;
const CYCLES_HELD = 5;

/** Undefined: too few samples. */
export function runFunction(
  kind: Exclude<FunctionKind, "busLoad">,
  sources: readonly LoadedSource[],
  asked: FunctionAsked,
): FunctionResult | undefined {
  const [first, second = first] = sources;
  return first && second && RUNS[kind](asked, first, second);
}

const withUnit = ({ name, unit }: LoadedSource) => (unit ? `${name} (${unit})` : name);

const statistics: Run = ({ t }, source) => {
  const found = summarise(source.samples);
  if (!found) return undefined;
  const { unit } = source;
  const line = thinOut(source.samples.timeUs, source.samples.value);
  return {
    figures: [
      figure(t, "signals.fn.samples", numberCell(found.count)),
      figure(t, "signals.fn.min", numberCell(found.min, unit)),
      figure(t, "signals.fn.max", numberCell(found.max, unit)),
      figure(t, "signals.fn.mean", numberCell(found.mean, unit)),
      figure(t, "signals.fn.sigma", numberCell(found.sigma, unit)),
      figure(t, "signals.fn.rms", numberCell(found.rms, unit)),
      figure(t, "signals.fn.first", numberCell(found.first, unit)),
      figure(t, "signals.fn.last", numberCell(found.last, unit)),
    ],
    chart: {
      kind: "line",
      x: line.x,
      series: [{ label: source.name, values: line.y }],
      xKind: "time",
      xName: "",
      yName: withUnit(source),
    },
    table: {
      columns: [t("signals.fn.name"), t("signals.fn.value"), t("signals.fn.time")],
      rows: [
        [textCell(t("signals.fn.min")), numberCell(found.min, unit), timeCell(found.minAtUs)],
        [textCell(t("signals.fn.max")), numberCell(found.max, unit), timeCell(found.maxAtUs)],
      ],
    },
    notes: [],
  };
};

const cycle: Run = ({ t }, source) => {
  const found = cycleOf(source.samples.timeUs, source.cycleUs);
  if (!found) return undefined;
  const { intervalsMs, longer } = usualIntervals(source.samples.timeUs, found.nominalUs);
  const bins = histogramOf(intervalsMs, CYCLE_BINS);
  return {
    figures: [
      figure(t, found.isStated ? "signals.fn.nominal" : "signals.fn.nominalMedian", durationCell(found.nominalUs)),
      figure(t, "signals.fn.intervals", numberCell(found.count)),
      figure(t, "signals.fn.minCycle", durationCell(found.minUs)),
      figure(t, "signals.fn.avgCycle", durationCell(found.avgUs)),
      figure(t, "signals.fn.maxCycle", durationCell(found.maxUs)),
      figure(t, "signals.fn.sigma", durationCell(found.sigmaUs)),
      figure(t, "signals.fn.jitter", durationCell(found.jitterUs)),
      figure(t, "signals.fn.missing", numberCell(found.missing)),
    ],
    chart: {
      kind: "bars",
      x: bins?.counts.map((_, i) => bins.from + (i + 0.5) * bins.binWidth) ?? [],
      series: [{ label: t("signals.fn.count"), values: bins?.counts ?? [] }],
      xKind: "number",
      xName: "ms",
      yName: t("signals.fn.count"),
    },
    table: undefined,
    notes: longer > 0 ? [t("signals.fn.longer", { count: longer, cycles: USUAL_CYCLES })] : [],
  };
};

const CYCLE_BINS = 40;
/** An interval of more cycles is a gap: in the histogram it would compress all others into one bar. */
const USUAL_CYCLES = 5;

function usualIntervals(timeUs: Float64Array, nominalUs: number): { intervalsMs: Float64Array; longer: number } {
  const all = timeUs.subarray(1).map((at, i) => (at - (timeUs[i] as number)) / 1000);
  const intervalsMs = all.filter((ms) => ms <= (USUAL_CYCLES * nominalUs) / 1000);
  return { intervalsMs, longer: all.length - intervalsMs.length };
}

const histogram: Run = ({ t, options }, source) => {
  const found = histogramOf(source.samples.value, options.bins);
  if (!found) return undefined;
  const edge = (i: number) => found.from + i * found.binWidth;
  const total = source.samples.value.length;
  return {
    figures: [figure(t, "signals.fn.samples", numberCell(total))],
    chart: {
      kind: "bars",
      x: found.counts.map((_, i) => edge(i + 0.5)),
      series: [{ label: t("signals.fn.count"), values: found.counts }],
      xKind: "number",
      xName: withUnit(source),
      yName: t("signals.fn.count"),
    },
    table: {
      columns: [t("signals.fn.range"), t("signals.fn.count"), t("signals.fn.share")],
      rows: found.counts.flatMap((count, i) => {
        if (count === 0) return [];
        const range = `${Number(edge(i).toPrecision(6))} … ${Number(edge(i + 1).toPrecision(6))}`;
        return [[textCell(range), numberCell(count), percentCell(count / total)]];
      }),
    },
    notes: [],
  };
};

/** Maximum age of the other signal's value. */
const holdUs = ({ cycleUs }: LoadedSource) => (cycleUs === null ? USUAL_HOLD_US : Math.max(cycleUs * CYCLES_HELD, 1e6));

const xy: Run = ({ t }, first, second) => {
  const pairs = pairSamples(first.samples, second.samples, holdUs(first));
  const relation = relationOf(pairs);
  if (!relation) return undefined;
  const order = Array.from({ length: pairs.x.length }, (_, i) => i).sort(
    (a, b) => (pairs.x[a] as number) - (pairs.x[b] as number),
  );
  const sorted = (values: Float64Array) => someOf(Float64Array.from(order, (i) => values[i] as number));
  const number = (value: number) => Number(value.toPrecision(5));
  const sign = relation.intercept < 0 ? "−" : "+";
  const line = `y = ${number(relation.slope)} · x ${sign} ${Math.abs(number(relation.intercept))}`;
  return {
    figures: [
      figure(t, "signals.fn.points", numberCell(pairs.x.length)),
      figure(t, "signals.fn.correlation", numberCell(relation.correlation)),
      figure(t, "signals.fn.fit", textCell(Number.isFinite(relation.slope) ? line : "—")),
    ],
    chart: {
      kind: "points",
      x: sorted(pairs.x),
      series: [{ label: second.name, values: sorted(pairs.y) }],
      xKind: "number",
      xName: withUnit(first),
      yName: withUnit(second),
    },
    table: undefined,
    notes: [],
  };
};

const states: Run = ({ t, toUs, nameOf }, source) => {
  if (source.samples.value.length === 0) return undefined;
  const found = stateTimes(source.samples, source.cutUs ?? toUs, holdUs(source));
  const known = found.states.reduce((sum, { totalUs }) => sum + totalUs, 0);
  const line = thinOut(source.samples.timeUs, source.samples.value);
  return {
    figures: [
      figure(t, "signals.fn.samples", numberCell(source.samples.value.length)),
      figure(t, "signals.fn.total", durationCell(known)),
      figure(t, "signals.fn.unknown", durationCell(found.unknownUs)),
    ],
    chart: {
      kind: "steps",
      x: line.x,
      series: [{ label: source.name, values: line.y }],
      xKind: "time",
      xName: "",
      yName: withUnit(source),
    },
    table: {
      columns: ["value", "total", "share", "visits", "longest"].map((name) => t(`signals.fn.${name}` as TextKey)),
      rows: found.states.map(({ value, visits, totalUs, longestUs }) => {
        const name = nameOf(value);
        return [
          name === undefined ? numberCell(value, source.unit) : textCell(`${name} (${value})`),
          durationCell(totalUs),
          percentCell(known === 0 ? 0 : totalUs / known),
          numberCell(visits),
          durationCell(longestUs),
        ];
      }),
    },
    notes: found.leftOut > 0 ? [t("signals.fn.others", { count: found.leftOut })] : [],
  };
};

const TOP_LINES = 10;

const spectrum: Run = ({ t, options }, source) => {
  const found = spectrumOf(source.samples, options.window);
  if (!found) return undefined;
  const hz = found.amplitude.map((_, k) => k * found.stepHz);
  const top = Array.from(found.amplitude, (amplitude, k) => ({ amplitude, k }))
    .filter(({ k }) => k > 0)
    .sort((a, b) => b.amplitude - a.amplitude)
    .slice(0, TOP_LINES);
  const line = thinOut(hz, found.amplitude);
  return {
    figures: [
      figure(t, "signals.fn.sampleRate", numberCell(found.sampleHz, "Hz")),
      figure(t, "signals.fn.resolution", numberCell(found.stepHz, "Hz")),
    ],
    chart: {
      kind: "line",
      x: line.x,
      series: [{ label: source.name, values: line.y }],
      xKind: "number",
      xName: "Hz",
      yName: withUnit(source),
    },
    table: {
      columns: [t("signals.fn.frequency"), t("signals.fn.amplitude")],
      rows: top.map(({ amplitude, k }) => [numberCell(k * found.stepHz, "Hz"), numberCell(amplitude, source.unit)]),
    },
    notes: [t("signals.fn.resampled", { points: found.points })],
  };
};

const RUNS: Readonly<Record<Exclude<FunctionKind, "busLoad">, Run>> = {
  statistics,
  cycle,
  histogram,
  xy,
  states,
  spectrum,
  counter,
  checksum,
};
