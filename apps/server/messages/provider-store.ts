import { PROVIDED_CHANNELS, type ProvidedChannel } from "@canopy/contract/messages/providers";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import { seal, unseal } from "../platform/seal.ts";
import type { ProviderSettings } from "./provider-settings.ts";

const PURPOSE = "message provider";

/** The operator's; undefined where there is none, or where it was kept under another installation's secret. */
export async function findProvider(
  db: Db,
  installationSecret: string,
  channel: ProvidedChannel,
): Promise<ProviderSettings | undefined> {
  const found = await sql<{ kind: string; settings: Record<string, string>; secret: Buffer }>`
    select kind, settings, secret from message_providers where channel = ${channel}`.execute(db);
  const [row] = found.rows;
  const secret = row && unseal(installationSecret, PURPOSE, row.secret);
  return row && typeof secret === "string" ? { kind: row.kind, values: row.settings, secret } : undefined;
}

export async function storeProvider(
  db: Db,
  installationSecret: string,
  channel: ProvidedChannel,
  { kind, values, secret }: ProviderSettings,
): Promise<void> {
  await sql`insert into message_providers (channel, kind, settings, secret)
    values (${channel}, ${kind}, ${JSON.stringify(values)}, ${seal(installationSecret, PURPOSE, secret)})
    on conflict (channel) do update set kind = excluded.kind, settings = excluded.settings, secret = excluded.secret,
      changed_at = now()`.execute(db);
}

export async function deleteProvider(db: Db, channel: ProvidedChannel): Promise<void> {
  await sql`delete from message_providers where channel = ${channel}`.execute(db);
}

export interface ChannelTraffic {
  readonly channel: ProvidedChannel;
  readonly waiting: number;
  readonly failed: number;
  readonly problem: string | null;
  readonly next_time: number | null;
}

/** Messages of each channel that wait or failed within a week: one line where a provider is down, however many wait. */
export async function listTraffic(db: Db): Promise<ChannelTraffic[]> {
  const found = await sql<ChannelTraffic>`select c.channel,
      count(o.id) filter (where o.state in ('waiting', 'sending', 'unconfigured'))::int as waiting,
      count(o.id) filter (where o.state = 'failed')::int as failed,
      (array_agg(o.problem order by o.created_at desc) filter (where o.problem is not null and o.state <> 'sent'))[1]
        as problem,
      (extract(epoch from min(o.next_at) filter (where o.state = 'waiting')) * 1000)::bigint as next_time
    from unnest(${[...PROVIDED_CHANNELS]}::text[]) as c (channel)
    left join outbox o on o.channel = c.channel and o.state <> 'sent' and o.created_at > now() - interval '7 days'
    group by c.channel`.execute(db);
  return found.rows;
}
