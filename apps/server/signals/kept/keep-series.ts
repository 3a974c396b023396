import { type MessageSignal, messageSignalKey } from "@canopy/contract/signals/signal-reference";
import type { KeptMessage, KeptSignalStore } from "../../frames/store/kept/kept-signals.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { alsoIdsOf, findSignal } from "../bindings/find-signal.ts";
import { parsedDbc } from "../dbc/parsed-dbc.ts";
import {
  addSeries,
  findWorkBinding,
  removeSeries,
  type SeriesRow,
  seriesOf,
  type WorkBinding,
  withBindingLock,
} from "./series-store.ts";

export interface SignalStores {
  readonly db: Db;
  readonly kept: KeptSignalStore;
}

/** The series of a binding held against its strategy, its DBC and its device as they are now. */
interface SeriesNow {
  readonly messages: readonly KeptMessage[];
  /** Signals that have no series yet. */
  readonly missing: readonly MessageSignal[];
  /** Series of signals, revisions or devices of before. */
  readonly former: readonly number[];
}

export async function seriesNow(db: Db, binding: WorkBinding): Promise<SeriesNow> {
  const rows = await seriesOf(db, binding);
  const parsed = await parsedDbc(db, binding.tenantId, binding.dbcId, binding.revision);
  const wanted = parsed ? binding.signals.filter((signal) => findSignal(parsed.dbc, signal) !== undefined) : [];
  const names = new Set(wanted.map(messageSignalKey));
  const isCurrent = (row: SeriesRow) =>
    row.device === binding.device && row.revision === binding.revision && names.has(messageSignalKey(row));
  const current = rows.filter(isCurrent);
  const having = new Set(current.map(messageSignalKey));
  const groups = Map.groupBy(current, ({ message_id, is_extended }) => `${message_id} ${is_extended}`);
  const messages = [...groups.values()].flatMap((group): KeptMessage[] => {
    const series = group.flatMap((row) => {
      const found = parsed && findSignal(parsed.dbc, row);
      return found ? [{ number: row.series, ...found }] : [];
    });
    const message = series[0]?.message;
    if (parsed === undefined || message === undefined) return [];
    const place = { bindingNumber: binding.device, channel: binding.channel };
    return [{ ...place, message, alsoIds: alsoIdsOf(parsed.dbc, message), series }];
  });
  return {
    messages,
    missing: wanted.filter((signal) => !having.has(messageSignalKey(signal))),
    former: rows.filter((row) => !isCurrent(row)).map(({ series }) => series),
  };
}

/**
 * Gives every signal of the binding a series; those of before go with their values. Undefined: the binding is gone or
 * paused.
 */
export function renewSeries(
  { db, kept }: SignalStores,
  { tenantId, id }: Pick<WorkBinding, "tenantId" | "id">,
): Promise<readonly KeptMessage[] | undefined> {
  return withBindingLock(db, id, async (transaction) => {
    const binding = await findWorkBinding(transaction, tenantId, id);
    if (binding === undefined || binding.state === "paused") return undefined;
    const { missing, former, messages } = await seriesNow(transaction, binding);
    if (missing.length === 0 && former.length === 0) return messages;
    await kept.drop(former);
    await removeSeries(transaction, tenantId, former);
    await addSeries(transaction, binding, missing);
    return (await seriesNow(transaction, binding)).messages;
  });
}

export const numbersOf = (messages: readonly KeptMessage[]): number[] =>
  messages.flatMap(({ series }) => series.map(({ number }) => number));
