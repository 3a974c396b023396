import type { DeviceSignal, SeriesRow } from "@canopy/contract/signals/series";
import { formatSignal, type SignalReference } from "@canopy/contract/signals/signal-reference";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type ResolvedItem, type ResolvedSignal, resolveSignals } from "../bindings/resolve-signals.ts";
import { type BindingOwner, type BoundSignals, boundSignalsOf } from "../bindings/signal-binding-store.ts";
import { parsedDbc } from "../dbc/parsed-dbc.ts";
import { type CurveStores, type CurvesQuery, readCurvesOf } from "./read-curves.ts";

/** Of the revisions that the device's channels are bound to; a signal that its DBC lost is left out. */
export async function signalsOfDevice(db: Db, owner: BindingOwner): Promise<DeviceSignal[]> {
  const listed = new Map<string, DeviceSignal>();
  for (const bound of await boundSignalsOf(db, owner)) {
    for (const signal of await describe(db, owner.tenantId, bound)) listed.set(signal.signal, signal);
  }
  return [...listed.values()];
}

async function describe(db: Db, tenantId: string, bound: BoundSignals): Promise<DeviceSignal[]> {
  const { channel, dbcId, dbcName, revision } = bound;
  const references = bound.signals.map((signal) => ({ ...signal, channel, dbc_id: dbcId }));
  const pinned = references.map((reference) => ({ ...reference, revision }));
  return (await resolve(db, tenantId, pinned)).flatMap((item, place) => {
    const reference = references[place];
    if ("error" in item || !reference) return [];
    const { message, signal } = item;
    const about = { message: message.name, unit: signal.unit, comment: signal.comment ?? "", dbc_name: dbcName };
    return [{ signal: formatSignal(reference), name: nameOf(item), channel, ...about }];
  });
}

type SeriesQuery = Omit<CurvesQuery, "keptOnly">;

/** In the order of the signals, then of time. A signal that is gone fails the whole call: a row could not say so. */
export async function readSeriesOf(stores: CurveStores, query: SeriesQuery, signal: AbortSignal): Promise<SeriesRow[]> {
  const resolved = await resolve(stores.db, query.tenantId, query.items);
  const { items } = await readCurvesOf(stores, { ...query, keptOnly: false }, signal);
  const rows: SeriesRow[] = [];
  for (const [place, about] of resolved.entries()) {
    if ("error" in about) throw new ApiError(about.error, { field: "signal" });
    const item = items[place];
    if (!item || !("times" in item)) continue;
    const name = nameOf(about);
    for (const [i, offsetUs] of item.times.entries()) {
      const value = item.values[i];
      // JSON has no word for what a float signal may hold besides numbers.
      if (Number.isFinite(value)) rows.push({ time: isoTime(query.fromUs + offsetUs), name, value: value as number });
    }
  }
  return rows;
}

function resolve(db: Db, tenantId: string, references: readonly SignalReference[]): Promise<ResolvedItem[]> {
  return resolveSignals((dbcId, revision) => parsedDbc(db, tenantId, dbcId, revision), references);
}

const nameOf = ({ channel, message, signal }: ResolvedSignal): string =>
  `CAN${channel + 1} ${message.name}.${signal.name}`;

/** ISO 8601 with the microseconds that a `Date` has no room for. */
function isoTime(us: number): string {
  const rest = us % 1000;
  return `${new Date((us - rest) / 1000).toISOString().slice(0, -1)}${String(rest).padStart(3, "0")}Z`;
}
