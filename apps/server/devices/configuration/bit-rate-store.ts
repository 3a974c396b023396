import type { BitRates } from "@canopy/can/bus/bus-load";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../platform/postgres/schema.ts";

const reportedChannels = z.array(
  z.object({ channel: z.number(), baud_rate: z.number().positive(), data_baud_rate: z.number().positive().nullish() }),
);

/** The bit rates of a channel, by the configuration that the terminal reported last; undefined where it has not. */
export async function reportedBitRates(
  db: Db,
  tenantId: string,
  thingsId: string,
  channel: number,
): Promise<BitRates | undefined> {
  const found = await sql<{ can: unknown }>`select c.reported->'can' as can from device_configs c
    where c.tenant_id = ${tenantId} and c.things_id = ${thingsId}`.execute(db);
  const channels = reportedChannels.safeParse(found.rows[0]?.can);
  const own = channels.data?.find((entry) => entry.channel === channel);
  return own && { nominalBps: own.baud_rate, ...(own.data_baud_rate ? { dataBps: own.data_baud_rate } : {}) };
}
