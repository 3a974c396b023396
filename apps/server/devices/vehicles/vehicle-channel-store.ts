import type { ChannelChoice } from "@canopy/contract/devices/vehicles";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { mayRead } from "../rights/device-level-store.ts";

function asked(channels: ChannelChoice): RawBuilder<unknown> {
  return sql`unnest(${channels.map(({ things_id }) => things_id)}::uuid[],
    ${channels.map(({ channel }) => channel)}::smallint[]) as w (things_id, channel)`;
}

export interface TakenChannel {
  device: string;
  channel: number;
  vehicle: string;
}

/** The first of these channels that another vehicle has. */
export async function takenChannel(
  db: Db,
  tenantId: string,
  vehicleId: string | null,
  channels: ChannelChoice,
): Promise<TakenChannel | undefined> {
  const found = await sql<TakenChannel>`select t.name as device, c.channel, v.name as vehicle from ${asked(channels)}
    join things t on t.id = w.things_id and t.tenant_id = ${tenantId}
    join vehicle_channels c on c.binding = t.binding and c.channel = w.channel and c.until_at = 'infinity'
    join vehicles v on v.id = c.vehicle_id where v.tenant_id = ${tenantId}
      and c.vehicle_id is distinct from ${vehicleId}::uuid order by t.name, c.channel limit 1`.execute(db);
  return found.rows[0];
}

/** Ends removed bindings and begins new ones; rows of devices that the caller may not read stay. */
export async function replaceChannels(
  db: Db,
  caller: Caller,
  vehicleId: string,
  channels: ChannelChoice,
): Promise<void> {
  await sql`update vehicle_channels c set until_at = now() from things t
    where c.tenant_id = ${caller.tenantId} and c.vehicle_id = ${vehicleId} and c.until_at = 'infinity'
      and t.binding = c.binding and ${mayRead(caller)}
      and not exists (select 1 from ${asked(channels)} where w.things_id = t.id and w.channel = c.channel)`.execute(db);
  await sql`insert into vehicle_channels (tenant_id, vehicle_id, binding, channel)
    select ${caller.tenantId}, ${vehicleId}, t.binding, w.channel from ${asked(channels)}
    join things t on t.id = w.things_id and t.tenant_id = ${caller.tenantId}
    on conflict (binding, channel) where until_at = 'infinity' do nothing`.execute(db);
}

export interface Binding {
  things_id: string;
  channel: number;
  vehicle_id: string;
  vehicle_name: string;
}

/** Of the devices that the caller may read. */
export async function boundChannels(db: Db, caller: Caller): Promise<Binding[]> {
  const found = await sql<Binding>`select t.id as things_id, c.channel, v.id as vehicle_id, v.name as vehicle_name
    from vehicle_channels c join vehicles v on v.id = c.vehicle_id
    join things t on t.binding = c.binding and t.tenant_id = c.tenant_id
    where c.tenant_id = ${caller.tenantId} and c.until_at = 'infinity' and ${mayRead(caller)}
    order by t.name, t.id, c.channel`.execute(db);
  return found.rows;
}
