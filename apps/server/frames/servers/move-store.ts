import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "../../platform/postgres/schema.ts";
import type { FrameMove, MoveStep } from "./place-store.ts";

/** Of locks on bindings; any constant. */
const LOCK_SPACE = 0x4d4f5645;
const LOCK_PATIENCE_MS = 3000;
const LOCK_PAUSE_MS = 100;

/** One process moves a binding; the lock goes with its connection. Undefined: another has it. */
export async function aloneOn<T>(pool: pg.Pool, binding: number, work: () => Promise<T>): Promise<T | undefined> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const key = [LOCK_SPACE, binding];
    if (!(await isTaken(client, key))) return undefined;
    try {
      return await work();
    } finally {
      await client.query("select pg_advisory_unlock($1, $2)", key).catch((error: Error) => {
        broken = error;
      });
    }
  } finally {
    client.release(broken);
  }
}

/** That of a process that was killed goes within moments. */
async function isTaken(client: pg.PoolClient, key: readonly number[]): Promise<boolean> {
  const endMs = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const found = await client.query<{ is_mine: boolean }>("select pg_try_advisory_lock($1, $2) as is_mine", [...key]);
    if (found.rows[0]?.is_mine) return true;
    if (performance.now() > endMs) return false;
    await sleep(LOCK_PAUSE_MS);
  }
}

export async function findMove(db: Db, binding: number): Promise<FrameMove | undefined> {
  const found = await sql<FrameMove>`select binding, from_server as "fromServer", to_server as "toServer", step
    from frame_moves where binding = ${binding}`.execute(db);
  return found.rows[0];
}

export async function beginMove(db: Db, { binding, fromServer, toServer }: Omit<FrameMove, "step">): Promise<void> {
  await sql`insert into frame_moves (binding, from_server, to_server, step)
    values (${binding}, ${fromServer}, ${toServer}, 'closed')`.execute(db);
}

/** The device lives at the new server from here on. */
export async function arrive(db: Db, { binding, toServer }: FrameMove): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await changeStep(transaction, binding, "closed", "leaving"))) return;
    await sql`update bindings set frame_server = ${toServer} where number = ${binding}`.execute(transaction);
  });
}

/** False: it is at another step. */
export async function changeStep(db: Db, binding: number, from: MoveStep, to: MoveStep): Promise<boolean> {
  const done = await sql`update frame_moves set step = ${to} where binding = ${binding} and step = ${from}`.execute(db);
  return done.numAffectedRows === 1n;
}

export async function endMove(db: Db, binding: number): Promise<void> {
  await sql`delete from frame_moves where binding = ${binding}`.execute(db);
}

export interface MovableDevice {
  readonly binding: number;
  /** Null: the first. */
  readonly server: string | null;
}

/** By the ID of its terminal, of whatever tenant. */
export async function findMovable(db: Db, deviceId: string): Promise<MovableDevice | undefined> {
  const found = await sql<MovableDevice>`select b.number as binding, b.frame_server as server
    from things t join bindings b on b.number = t.binding where t.third_things_id = ${deviceId}`.execute(db);
  return found.rows[0];
}
