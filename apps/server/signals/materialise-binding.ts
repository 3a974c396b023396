import type { ClickHouseClient } from "@clickhouse/client";
import { DAY_US } from "../frames/ingest-days.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { alsoIdsOf, findSignal } from "./find-signal.ts";
import { deleteKept } from "./kept-signal-store.ts";
import { type KeptMessage, materialiseDay } from "./materialise-day.ts";
import { parsedDbc } from "./parsed-dbc.ts";
import {
  addSeries,
  type DayState,
  dayIsDone,
  daysOfBinding,
  findWorkBinding,
  forgetDay,
  removeSeries,
  type SeriesRow,
  seriesOf,
  type WorkBinding,
  withBindingLock,
} from "./series-store.ts";

export interface SignalStores {
  readonly db: Db;
  readonly client: ClickHouseClient;
}

/** From the first day that a clock can name to the last: frames of other days are in quarantine. */
const ALL_DAYS = { fromDay: 0, toDay: 1_000_000 };

/** The days whose frames are others than those that were looked at; newest first, which is what people look at. */
export async function staleDays(db: Db, binding: WorkBinding, isWanted: (day: DayState) => boolean): Promise<number[]> {
  const days = await daysOfBinding(db, binding, ALL_DAYS);
  return days
    .filter((day) => day.frames !== day.seen && isWanted(day))
    .map(({ day }) => day)
    .reverse();
}

/** What happens unasked: the days from the binding's beginning on, and those that were done before. */
export const isFollowed =
  ({ state, fromDay }: WorkBinding) =>
  ({ day, frames, seen }: DayState) =>
    frames === null || (state === "enabled" && (seen !== null || day >= fromDay));

/** One day of a binding, alone in the whole cluster. False: the binding is gone or paused. */
export function keepDay(
  stores: SignalStores,
  { tenantId, id }: Pick<WorkBinding, "tenantId" | "id">,
  day: number,
  checkPoint: () => void,
): Promise<boolean> {
  return withBindingLock(stores.db, id, async (db) => {
    const binding = await findWorkBinding(db, tenantId, id);
    if (binding === undefined) return false;
    const [state] = await daysOfBinding(db, binding, { fromDay: day, toDay: day });
    if (state === undefined) return true;
    if (state.frames === null) {
      const numbers = (await seriesOf(db, binding)).map(({ series }) => series);
      const span = { fromUs: day * DAY_US, toUs: (day + 1) * DAY_US };
      await deleteKept(stores.client, { device: binding.device, series: numbers }, span);
      await forgetDay(db, binding, day);
      return true;
    }
    if (binding.state === "paused") return false;
    const messages = await messagesOf({ ...stores, db }, binding);
    await materialiseDay({ client: stores.client, device: binding.device, messages, checkPoint }, day);
    await dayIsDone(db, binding, day, state.frames);
    return true;
  });
}

/** The series of a binding as its strategy, its DBC and its device are now; those of before go with their values. */
async function messagesOf({ db, client }: SignalStores, binding: WorkBinding): Promise<KeptMessage[]> {
  const parsed = await parsedDbc(db, binding.tenantId, binding.dbcId, binding.revision);
  if (parsed === undefined) return [];
  const wanted = binding.signals.filter((signal) => findSignal(parsed.dbc, signal) !== undefined);
  await addSeries(db, binding, wanted);
  const names = new Set(wanted.map(nameOf));
  const rows = await seriesOf(db, binding);
  const isCurrent = (row: SeriesRow) =>
    row.device === binding.device && row.revision === binding.revision && names.has(nameOf(row));
  const former = rows.filter((row) => !isCurrent(row));
  for (const [device, gone] of Map.groupBy(former, (row) => row.device)) {
    const series = gone.map((row) => row.series);
    await deleteKept(client, { device, series });
    await removeSeries(db, binding.tenantId, series);
  }
  const groups = Map.groupBy(rows.filter(isCurrent), ({ message_id, is_extended }) => `${message_id} ${is_extended}`);
  return [...groups.values()].flatMap((group) => {
    const series = group.flatMap((row) => {
      const found = findSignal(parsed.dbc, row);
      return found ? [{ number: row.series, signal: found.signal, message: found.message }] : [];
    });
    const [first] = series;
    if (first === undefined) return [];
    const { message } = first;
    const place = { bindingNumber: binding.device, channel: binding.channel };
    return [{ ...place, message, alsoIds: alsoIdsOf(parsed.dbc, message), series }];
  });
}

const nameOf = ({ message_id, is_extended, signal }: Pick<SeriesRow, "message_id" | "is_extended" | "signal">) =>
  `${message_id} ${is_extended} ${signal}`;
