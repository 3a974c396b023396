import type { BitRates } from "@canopy/can/bus/bus-load";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../platform/postgres/schema.ts";

const reportedChannels = z.array(
  z.object({ channel: z.number(), baud_rate: z.number().positive(), data_baud_rate: z.number().positive().nullish() }),
);

/** Assumed where a terminal has not reported its bit rates. */
export const USUAL_BIT_RATES = { nominalBps: 500_000, dataBps: 2_000_000 } as const satisfies BitRates;

/** The bit rates of a channel, by the configuration that the terminal reported last; undefined where it has not. */
export async function reportedBitRates(
  db: Db,
  tenantId: string,
  thingsId: string,
  channel: number,
): Promise<BitRates | undefined> {
  const found = await sql<{ can: unknown }>`select c.reported->'can' as can from device_configs c
    where c.tenant_id = ${tenantId} and c.things_id = ${thingsId}`.execute(db);
  return ratesOf(found.rows[0]?.can).get(channel);
}

/** Of the devices that have these bindings now, by binding and channel. */
export async function bitRatesOfBindings(
  db: Db,
  tenantId: string,
  bindings: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, BitRates>>> {
  const found = await sql<{ binding: number; can: unknown }>`select t.binding, c.reported->'can' as can
    from things t join device_configs c on c.tenant_id = t.tenant_id and c.things_id = t.id
    where t.tenant_id = ${tenantId} and t.binding = any(${[...bindings]}::int[])`.execute(db);
  return new Map(found.rows.map(({ binding, can }) => [binding, ratesOf(can)]));
}

function ratesOf(can: unknown): ReadonlyMap<number, BitRates> {
  const channels = reportedChannels.safeParse(can).data ?? [];
  return new Map(
    channels.map(({ channel, baud_rate, data_baud_rate }) => [
      channel,
      { nominalBps: baud_rate, ...(data_baud_rate ? { dataBps: data_baud_rate } : {}) },
    ]),
  );
}
