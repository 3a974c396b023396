import type { Condition } from "@canopy/contract/alarms/conditions";
import { busHealth } from "@canopy/contract/frames/bus-health";
import { frameCurve, type SignalDefinition } from "@canopy/contract/frames/curve";
import { listComputedSignals } from "@canopy/contract/signals/computed";
import { readCurves } from "@canopy/contract/signals/curves";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { loadColumns } from "../frames/bus-health/bus-health-query.ts";
import { api } from "../platform/api.ts";
import { translate } from "../platform/i18n.ts";
import { thinOut } from "../signals/paint/thin-out.ts";
import { curveColumns } from "../signals/samples/curve-columns.ts";
import { loadSources } from "../signals/samples/load-sources.ts";
import type { TimeSpan } from "../ui/time/timeline.ts";
import "./texts.ts";

/** What is drawn of a rule: a signal, a part of a raw frame, or the load of a bus. */
export type Watched =
  | { readonly kind: "signal"; readonly name: string; readonly reference: SignalReference }
  | { readonly kind: "computed"; readonly name: string }
  | { readonly kind: "byte"; readonly name: string; readonly channel: number; readonly definition: SignalDefinition }
  | { readonly kind: "load"; readonly name: string; readonly channel: number };

export interface DrawnCurve {
  /** Milliseconds, ascending. */
  readonly x: number[];
  readonly values: (number | null)[];
}

/** The first condition that compares a value; undefined where none does. */
export function watchedOf({ conditions, channel }: { conditions: readonly Condition[]; channel: number }) {
  for (const [place, condition] of conditions.entries()) {
    const watched = watchedBy(condition, channel);
    if (watched) return { watched, place, limits: limitsOf(condition) };
  }
  return undefined;
}

function watchedBy(condition: Condition, channel: number): Watched | undefined {
  if (condition.kind === "signal") {
    const { dbc_id, message_id, is_extended, signal } = condition;
    return { kind: "signal", name: signal, reference: { channel, dbc_id, message_id, is_extended, signal } };
  }
  if (condition.kind === "computed") return { kind: "computed", name: condition.computed };
  if (condition.kind === "bus")
    return condition.metric === "load"
      ? { kind: "load", name: `CAN${channel + 1} ${translate("alarms.bus.load")}`, channel }
      : undefined;
  if (condition.kind !== "frame") return undefined;
  const { operator, part, byte, mask, id_from: id, is_extended: extended } = condition;
  if (operator === "seen" || operator === "absent" || part === "length") return undefined;
  const bits = bitsOf(mask);
  if (bits === undefined) return undefined;
  const definition: SignalDefinition = {
    id,
    extended,
    start_bit: byte * 8 + bits.first,
    length: bits.length,
    byte_order: "intel",
    factor: 2 ** bits.first,
  };
  return { kind: "byte", name: `0x${id.toString(16).toUpperCase()} [${byte}]`, channel, definition };
}

/** The bits of a mask that lie side by side; undefined for others, which no signal has. */
function bitsOf(mask: number): { first: number; length: number } | undefined {
  const first = Math.log2(mask & -mask);
  const length = Math.log2((mask >> first) + 1);
  return Number.isInteger(length) ? { first, length } : undefined;
}

/** The values at which the condition changes. */
function limitsOf(condition: Condition): number[] {
  if (!("value" in condition)) return [];
  const { operator, value } = condition;
  const end = "value_to" in condition ? condition.value_to : undefined;
  return (operator === "in" || operator === "out") && end !== undefined ? [value, end] : [value];
}

const PIXELS = 600;

/** Over a range, at most four points for each of the pixels. */
export function readWatched(
  thingsId: string,
  watched: Watched,
  span: TimeSpan,
  signal: AbortSignal,
): Promise<DrawnCurve> {
  if (watched.kind === "signal") return signalCurve(thingsId, watched.reference, span, signal);
  if (watched.kind === "computed") return computedCurve(thingsId, watched.name, span, signal);
  return watched.kind === "byte"
    ? byteCurve(thingsId, watched, span, signal)
    : loadCurve(thingsId, watched, span, signal);
}

async function signalCurve(thingsId: string, item: SignalReference, span: TimeSpan, signal: AbortSignal) {
  const body = { start_time: us(span.fromMs), end_time: us(span.toMs), pixels: PIXELS, items: [item] };
  const { data } = await api(readCurves, { params: { things_id: thingsId }, body }, { signal });
  const drawn = data.items[0];
  if (drawn?.state === "failed") throw new Error(drawn.message);
  return drawn?.state === "drawn" ? curveColumns(drawn, span.fromMs) : { x: [], values: [] };
}

const us = (ms: number) => String(Math.max(0, Math.floor(ms * 1000)));

/** Computed from the samples of its inputs, to where the first of them ends that has too many. */
async function computedCurve(
  thingsId: string,
  name: string,
  range: TimeSpan,
  signal: AbortSignal,
): Promise<DrawnCurve> {
  const { list } = await api(listComputedSignals, {}, { signal });
  const computed = list.find((one) => one.name === name);
  if (!computed) return { x: [], values: [] };
  const [loaded] = await loadSources([{ kind: "computed", computed }], {
    thingsId,
    range,
    withPayloads: false,
    signal,
  });
  const { timeUs, value } = loaded?.samples ?? { timeUs: new Float64Array(0), value: new Float64Array(0) };
  const { x, y } = thinOut(
    timeUs.map((us) => us / 1000),
    value,
  );
  return { x, values: y };
}

async function byteCurve(
  thingsId: string,
  { definition, channel }: Extract<Watched, { kind: "byte" }>,
  { fromMs, toMs }: TimeSpan,
  signal: AbortSignal,
): Promise<DrawnCurve> {
  const query = {
    start_time: Math.floor(fromMs),
    end_time: Math.ceil(toMs),
    channel,
    pixels: PIXELS,
    signal: JSON.stringify(definition),
  };
  const { data } = await api(frameCurve, { params: { things_id: thingsId }, query }, { signal });
  const points = data.index.flatMap((_, i) =>
    [
      [data.first_at[i], data.first[i]],
      [data.min_at[i], data.min[i]],
      [data.max_at[i], data.max[i]],
      [data.last_at[i], data.last[i]],
    ].map(([at = 0, value = 0]) => ({ at: data.start_time + at / 1000, value })),
  );
  points.sort((a, b) => a.at - b.at);
  return { x: points.map(({ at }) => at), values: points.map(({ value }) => value) };
}

/** The busiest second of each bucket: a rule judges every second. */
async function loadCurve(
  thingsId: string,
  { channel }: Extract<Watched, { kind: "load" }>,
  { fromMs, toMs }: TimeSpan,
  signal: AbortSignal,
): Promise<DrawnCurve> {
  const query = { start_time: Math.floor(fromMs), end_time: Math.ceil(toMs), channel };
  const { data } = await api(busHealth, { params: { things_id: thingsId }, query }, { signal });
  const { times, peak } = loadColumns(data);
  return peak.every((value) => value === null) ? { x: [], values: [] } : { x: times, values: peak };
}
