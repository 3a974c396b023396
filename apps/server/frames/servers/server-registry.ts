import { sql } from "kysely";
import type pg from "pg";
import { StartFault } from "../../platform/engines/start-fault.ts";
import { hasTable } from "../../platform/postgres/has-table.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type FrameServer, type ListedServer, serverInWords } from "./frame-server.ts";

/** The row of a frame server itself. */
export interface ServerIdentity {
  readonly id: string;
  readonly address: string;
  readonly storeVersion: number;
  /** Null: it was never started. */
  readonly installation: string | null;
}

const DEVICES_NAMED = 5;
/** Any constant: processes that start together register one after the other. */
const LOCK_KEY = 0x43_41_4e_53;

export async function readIdentity(pool: pg.Pool, address: string): Promise<ServerIdentity> {
  if (!(await hasTable(pool, "frame_server")))
    throw new StartFault(
      `The database of frames at ${address} has no tables of Canopy, it was never started: start Canopy once, or correct FRAMES_DATABASE_URL.`,
    );
  const found = await pool.query<Omit<ServerIdentity, "address">>(
    `select id, store_version as "storeVersion", installation from frame_server`,
  );
  const [row] = found.rows;
  if (row === undefined)
    throw new StartFault(`The database of frames at ${address} has lost its frame_server row: restore it.`);
  return { ...row, address };
}

/** Servers that cannot be one store together are refused, each in a sentence that says why. */
export async function refuseWrongServers(db: Db, servers: readonly ServerIdentity[]): Promise<void> {
  const installation = await installationOf(db);
  for (const [i, server] of servers.entries()) {
    const twin = servers.slice(0, i).find(({ id }) => id === server.id);
    if (twin)
      throw new StartFault(
        `FRAMES_DATABASE_URL names one frame server twice: ${twin.address} and ${server.address} are the same. Take one out.`,
      );
    const [first] = servers;
    if (first && first.storeVersion !== server.storeVersion)
      throw new StartFault(
        `The frame servers have stores of different versions (${first.address}: ${first.storeVersion}, ${server.address}: ${server.storeVersion}): start the newer Canopy.`,
      );
    if (server.installation !== null && server.installation !== installation)
      throw new StartFault(
        `The frame server at ${server.address} belongs to another installation: set DATABASE_URL and FRAMES_DATABASE_URL to those that belong together.`,
      );
  }
  await refuseMissing(db, servers);
}

/** Devices would be cut off from their frames. */
async function refuseMissing(db: Db, servers: readonly ServerIdentity[]): Promise<void> {
  const listed = servers.map(({ id }) => id);
  const found = await sql<
    ListedServer & { devices: number; named: string[] }
  >`select s.id, s.number, s.address, b.devices, b.named
    from frame_servers s cross join lateral (
      select count(*) as devices, (array_agg(third_things_id order by number))[1:${sql.lit(DEVICES_NAMED)}] as named
      from bindings where data_gone_at is null
        and (frame_server = s.id or (frame_server is null and s.number = 1))) b
    where s.id <> all(${listed}::uuid[]) and b.devices > 0 order by s.number limit 1`.execute(db);
  const [missing] = found.rows;
  if (missing === undefined) return;
  const more = missing.devices - missing.named.length;
  throw new StartFault(
    `FRAMES_DATABASE_URL lacks ${serverInWords(missing)}, where ${missing.devices} devices live (${missing.named.join(", ")}${more > 0 ? ` and ${more} more` : ""}): put it back, or move them first with canopy frames move.`,
  );
}

export async function installationOf(db: Db): Promise<string> {
  const found = await sql<{ id: string }>`select id from installation`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new StartFault("The database has lost its installation row: restore it.");
  return row.id;
}

/** The servers with their numbers; new ones get the next. */
export async function registerServers(db: Db, servers: readonly ServerIdentity[]): Promise<ListedServer[]> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(transaction);
    for (const { id, address } of servers)
      await sql`insert into frame_servers as s (id, number, address, is_listed)
        values (${id}, (select coalesce(max(number), 0) + 1 from frame_servers), ${address}, true)
        on conflict (id) do update set address = excluded.address, is_listed = true
        where (s.address, s.is_listed) is distinct from (excluded.address, true)`.execute(transaction);
    const listed = servers.map(({ id }) => id);
    await sql`update frame_servers set is_listed = false where is_listed and id <> all(${listed}::uuid[])`.execute(
      transaction,
    );
    return readServers(transaction, listed);
  });
}

/** Without writing: those that were never started have the numbers that they will get. */
export async function numberServers(db: Db, servers: readonly ServerIdentity[]): Promise<ListedServer[]> {
  const known = await readServers(
    db,
    servers.map(({ id }) => id),
  );
  const unknown = servers.filter(({ id }) => !known.some((one) => one.id === id));
  const found = await sql<{ last: number }>`select coalesce(max(number), 0) as last from frame_servers`.execute(db);
  const last = found.rows[0]?.last ?? 0;
  return [...known, ...unknown.map(({ id, address }, i) => ({ id, address, number: last + 1 + i }))];
}

/** In the order of their numbers. */
async function readServers(db: Db, ids: readonly string[]): Promise<ListedServer[]> {
  const found = await sql<ListedServer>`select id, number, address from frame_servers
    where id = any(${[...ids]}::uuid[]) order by number`.execute(db);
  return found.rows;
}

/** From its first start on, a frame server belongs to one installation. */
export async function joinInstallation(pool: pg.Pool, installation: string): Promise<void> {
  await pool.query("update frame_server set installation = $1 where installation is null", [installation]);
}

/** Bytes of frames on each server, for the choice of a server for new devices; those of one that is away stay. */
export async function showServerBytes(db: Db, servers: readonly FrameServer[]): Promise<void> {
  const sums = servers.map(async ({ id, store }) => {
    const all = await store.frames.usage.ofAll();
    return { id, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
  const known = (await Promise.allSettled(sums)).flatMap((end) => (end.status === "fulfilled" ? end.value : []));
  await sql`update frame_servers s set bytes = m.bytes
    from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ bytes }) => bytes)}::bigint[]) as m (id, bytes)
    where s.id = m.id and s.bytes <> m.bytes`.execute(db);
}

/** How many devices live on each, by its id. */
export async function devicesByServer(db: Db, servers: readonly ListedServer[]): Promise<Map<string, number>> {
  const first = servers.find(({ number }) => number === 1)?.id ?? null;
  const found = await sql<{ id: string; devices: number }>`select coalesce(b.frame_server, ${first}::uuid) as id,
      count(*) as devices from things t join bindings b on b.number = t.binding group by 1`.execute(db);
  return new Map(found.rows.map(({ id, devices }) => [id, devices]));
}
