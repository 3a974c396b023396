import { sql } from "kysely";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DeviceIdentity } from "./authenticate-device.ts";

/** What a connected terminal has proved. */
export type ProvedIdentity = Pick<DeviceIdentity, "deviceId" | "bindingNumber" | "keyVersion">;

interface RevocationWatch {
  readonly db: Db;
  readonly log: Log;
  /** Of the terminals that are connected to this process. */
  identities(): readonly ProvedIdentity[];
  /** Ends the connection of a terminal. */
  revoke(deviceId: string): void;
}

const EVERY_MS = 60_000;

/**
 * Ends connections that would not be let in any more: the message that tells of it is lost where NATS is away, and a
 * command on the database sends none.
 */
export function watchRevoked(watch: RevocationWatch): { stop(): void } {
  const timer = setInterval(() => void endRevoked(watch), EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function endRevoked({ db, log, identities, revoke }: RevocationWatch): Promise<void> {
  try {
    for (const deviceId of await revokedAmong(db, identities())) revoke(deviceId);
  } catch (error) {
    log.warn({ err: error }, "connections could not be checked");
  }
}

/** DEV-03: of these the terminals that were deleted, moved or given another key, and those of a closed tenant (USR-01). */
async function revokedAmong(db: Db, proved: readonly ProvedIdentity[]): Promise<string[]> {
  if (proved.length === 0) return [];
  const found = await sql<{ deviceId: string }>`select p.device_id as "deviceId"
    from unnest(${proved.map(({ deviceId }) => deviceId)}::text[],
      ${proved.map(({ bindingNumber }) => bindingNumber)}::int[], ${proved.map(({ keyVersion }) => keyVersion)}::int[])
      as p (device_id, binding, key_version)
    where not exists (select from things t join tenants n on n.id = t.tenant_id
      where t.binding = p.binding and t.third_things_id = p.device_id and t.key_version = p.key_version
        and t.moved_at is null and n.state = 'active')`.execute(db);
  return found.rows.map(({ deviceId }) => deviceId);
}
