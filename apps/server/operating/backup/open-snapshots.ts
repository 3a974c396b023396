import type pg from "pg";
import { BackupFault } from "./backup-fault.ts";
import { openSnapshot } from "./copy-tables.ts";

interface Databases {
  readonly metadata: pg.Pool;
  readonly servers: readonly { readonly pool: pg.Pool }[];
}

/** A move takes seconds and snapshots moments. */
const TRIES = 5;

/**
 * Snapshots of all databases one right after the other, the metadata's last: a binding of the frames is known to it, and
 * the next device gets a number that no frames have. Where a device was moved between frame servers meanwhile, the
 * metadata could name a server whose snapshot does not have it yet: they are taken anew.
 */
export async function openSnapshots({ metadata, servers }: Databases): Promise<pg.PoolClient[]> {
  const isMovable = servers.length > 1;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const clients: pg.PoolClient[] = [];
    let isSteady = false;
    try {
      const before = isMovable ? await readHomes(metadata) : undefined;
      for (const { pool } of servers) clients.push(await openSnapshot(pool));
      const last = await openSnapshot(metadata);
      clients.push(last);
      isSteady = before === undefined || areSame(before, await readHomes(last));
      if (isSteady) return clients;
    } finally {
      if (!isSteady) for (const client of clients) client.release(true);
    }
  }
  throw new BackupFault(
    "devices are moved between frame servers all the time: back up when canopy frames move has ended",
  );
}

interface Homes {
  /** By binding. */
  readonly servers: ReadonlyMap<number, string | null>;
  readonly moves: string;
}

async function readHomes(client: pg.Pool | pg.PoolClient): Promise<Homes> {
  const bindings = await client.query<{ number: number; server: string | null }>(
    "select number, frame_server as server from bindings",
  );
  const moves = await client.query("select binding, from_server, to_server, step from frame_moves order by binding");
  return {
    servers: new Map(bindings.rows.map(({ number, server }) => [number, server])),
    moves: JSON.stringify(moves.rows),
  };
}

/** Bindings that are new or gone are no moves. */
function areSame(before: Homes, after: Homes): boolean {
  if (before.moves !== after.moves) return false;
  for (const [number, server] of before.servers)
    if (after.servers.has(number) && after.servers.get(number) !== server) return false;
  return true;
}
