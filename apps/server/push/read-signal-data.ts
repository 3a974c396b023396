import type { Message, Signal } from "@canopy/can/dbc/model";
import { nameOfSignal, type SignalSource } from "@canopy/contract/push/source";
import type { FrameReader } from "../frames/store/frame-store.ts";
import type { IdSpans } from "../frames/store/signal-query.ts";
import type { TimeWindow } from "../frames/store/time-window.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { alsoIdsOf, findSignal } from "../signals/bindings/find-signal.ts";
import { parsedDbc } from "../signals/dbc/parsed-dbc.ts";
import type { SignalSample } from "./signal-course.ts";

export type SampleReader = Pick<FrameReader, "samples">;

/** Signals of one message on one channel. */
export interface SignalGroup {
  readonly channel: number;
  readonly message: Message;
  readonly alsoIds: IdSpans | undefined;
  readonly signals: readonly Signal[];
  /** As the payload has them. */
  readonly names: readonly string[];
}

/** By the newest revision of each DBC; a signal that is gone is left out. */
export async function signalGroups(db: Db, tenantId: string, source: SignalSource): Promise<SignalGroup[]> {
  const groups = new Map<
    string,
    { group: Omit<SignalGroup, "signals" | "names">; signals: Signal[]; names: string[] }
  >();
  for (const wanted of source.signals) {
    const parsed = await parsedDbc(db, tenantId, wanted.dbc_id);
    const found = parsed && findSignal(parsed.dbc, wanted);
    if (!found) continue;
    const { message, signal } = found;
    const key = `${wanted.channel} ${wanted.dbc_id} ${message.id} ${message.isExtended}`;
    const known = groups.get(key) ?? {
      group: { channel: wanted.channel, message, alsoIds: alsoIdsOf(parsed.dbc, message) },
      signals: [],
      names: [],
    };
    known.signals.push(signal);
    known.names.push(nameOfSignal(wanted));
    groups.set(key, known);
  }
  return [...groups.values()].map(({ group, signals, names }) => ({ ...group, signals, names }));
}

const ROWS_AT_ONCE = 50_000;

/** The samples of a window in the order of time. */
export async function readSignalSamples(
  frames: SampleReader,
  groups: readonly SignalGroup[],
  { bindingNumber, ...window }: TimeWindow & { readonly bindingNumber: number },
  signal?: AbortSignal,
): Promise<SignalSample[]> {
  const all: SignalSample[] = [];
  for (const { names, ...group } of groups) {
    for (let next: TimeWindow | undefined = window; next !== undefined; ) {
      const query = { bindingNumber, ...next, ...group, limit: ROWS_AT_ONCE };
      const { timesUs, values, more } = await frames.samples(query, signal);
      for (const [row, timeUs] of timesUs.entries()) all.push({ timeUs, values: valuesOf(names, values, row) });
      const last = timesUs.at(-1);
      next = more && last !== undefined ? { fromUs: last + 1, toUs: window.toUs } : undefined;
    }
  }
  return all.sort((a, b) => a.timeUs - b.timeUs);
}

function valuesOf(names: readonly string[], columns: readonly Float64Array[], row: number): Record<string, number> {
  const values: Record<string, number> = {};
  for (const [i, name] of names.entries()) {
    const value = columns[i]?.[row];
    if (value !== undefined && Number.isFinite(value)) values[name] = value;
  }
  return values;
}
