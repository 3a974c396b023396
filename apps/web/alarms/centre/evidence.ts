import type { Condition } from "@canopy/contract/alarms/conditions";
import { type AlarmEvent, EVIDENCE_MS } from "@canopy/contract/alarms/events";
import { frameCurve, type SignalDefinition } from "@canopy/contract/frames/curve";
import { readCurves } from "@canopy/contract/signals/curves";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { curveColumns } from "../../signals/samples/curve-columns.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";

const PIXELS = 600;

/** TRG-05: the window that an event keeps. */
export const windowOf = ({ start_time }: Pick<AlarmEvent, "start_time">): TimeSpan => ({
  fromMs: start_time - EVIDENCE_MS,
  toMs: start_time + EVIDENCE_MS,
});

/** What is drawn of an event: a signal, or a part of a raw frame. */
export type Watched =
  | { readonly kind: "signal"; readonly name: string; readonly reference: SignalReference }
  | { readonly kind: "byte"; readonly name: string; readonly definition: SignalDefinition };

/** The first condition that compares a value; undefined where none does. */
export function watchedOf({ conditions, channel }: Pick<AlarmEvent, "conditions" | "channel">) {
  for (const condition of conditions) {
    const watched = watchedBy(condition, channel);
    if (watched) return { watched, limits: limitsOf(condition) };
  }
  return undefined;
}

function watchedBy(condition: Condition, channel: number): Watched | undefined {
  if (condition.kind === "signal") {
    const { dbc_id, message_id, is_extended, signal } = condition;
    return { kind: "signal", name: signal, reference: { channel, dbc_id, message_id, is_extended, signal } };
  }
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
  return { kind: "byte", name: `0x${id.toString(16).toUpperCase()} [${byte}]`, definition };
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

interface DrawnCurve {
  readonly x: number[];
  readonly values: (number | null)[];
}

export function evidenceQuery(
  thingsId: string,
  watched: Watched | undefined,
  channel: number,
  { fromMs, toMs }: TimeSpan,
) {
  return queryOptions({
    queryKey: ["alarms", "evidence", thingsId, watched, channel, fromMs],
    queryFn: ({ signal }): Promise<DrawnCurve> =>
      watched?.kind === "signal"
        ? signalCurve(thingsId, watched.reference, { fromMs, toMs }, signal)
        : byteCurve(thingsId, watched?.definition, channel, { fromMs, toMs }, signal),
    enabled: watched !== undefined,
    // The second half of the window arrives while one looks.
    refetchInterval: () => (Date.now() < toMs ? 5000 : false),
  });
}

async function signalCurve(thingsId: string, item: SignalReference, span: TimeSpan, signal: AbortSignal) {
  const body = { start_time: us(span.fromMs), end_time: us(span.toMs), pixels: PIXELS, items: [item] };
  const { data } = await api(readCurves, { params: { things_id: thingsId }, body }, { signal });
  const drawn = data.items[0];
  if (drawn?.state === "failed") throw new Error(drawn.message);
  return drawn?.state === "drawn" ? curveColumns(drawn, span.fromMs) : { x: [], values: [] };
}

const us = (ms: number) => String(Math.max(0, Math.floor(ms * 1000)));

async function byteCurve(
  thingsId: string,
  definition: SignalDefinition | undefined,
  channel: number,
  { fromMs, toMs }: TimeSpan,
  signal: AbortSignal,
): Promise<DrawnCurve> {
  const query = { start_time: fromMs, end_time: toMs, channel, pixels: PIXELS, signal: JSON.stringify(definition) };
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
