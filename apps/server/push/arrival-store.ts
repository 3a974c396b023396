import type pg from "pg";

/* On a frame server: which bindings are watched, and which times came of them. */

export interface WatchedBinding {
  readonly binding: number;
  readonly frames: boolean;
  readonly positions: boolean;
}

/** Those that are watched no longer lose what came of them. */
export async function setWatched(pool: pg.Pool, watched: readonly WatchedBinding[]): Promise<void> {
  const bindings = watched.map(({ binding }) => binding);
  await pool.query("delete from push_watched where binding <> all($1::int[])", [bindings]);
  await pool.query(
    `insert into push_watched as w (binding, frames, positions)
      select * from unnest($1::int[], $2::boolean[], $3::boolean[]) as n (binding, frames, positions) order by binding
      on conflict (binding) do update set frames = excluded.frames, positions = excluded.positions
        where (w.frames, w.positions) is distinct from (excluded.frames, excluded.positions)`,
    [bindings, watched.map(({ frames }) => frames), watched.map(({ positions }) => positions)],
  );
  await pool.query(`delete from push_arrivals a
    where not exists (select from push_watched w where w.binding = a.binding)`);
}

/** One process reads the arrivals of a binding at a time; one that ended lets go of it after a while. */
const CLAIM_S = 60;

export async function claimArrived(pool: pg.Pool, most: number): Promise<number[]> {
  const found = await pool.query<{ binding: number }>(
    `update push_watched set claimed_until = now() + interval '${CLAIM_S} seconds'
      where binding in (select w.binding from push_watched w where w.claimed_until < now()
        and exists (select from push_arrivals a where a.binding = w.binding)
        order by w.claimed_until for update skip locked limit $1)
      returning binding`,
    [most],
  );
  return found.rows.map(({ binding }) => binding);
}

/** The time of its last claim keeps the order in which bindings have their turn. */
export async function releaseArrived(pool: pg.Pool, binding: number): Promise<void> {
  await pool.query("update push_watched set claimed_until = now() - interval '1 millisecond' where binding = $1", [
    binding,
  ]);
}

export interface Arrival {
  readonly id: number;
  readonly kind: "frames" | "positions";
  readonly firstUs: number;
  readonly lastUs: number;
}

export async function readArrivals(pool: pg.Pool, binding: number, most: number): Promise<Arrival[]> {
  const found = await pool.query<Arrival>(
    `select id, kind, first_us as "firstUs", last_us as "lastUs" from push_arrivals
      where binding = $1 order by id limit $2`,
    [binding, most],
  );
  return found.rows;
}

export async function removeArrivals(pool: pg.Pool, ids: readonly number[]): Promise<void> {
  await pool.query("delete from push_arrivals where id = any($1::bigint[])", [[...ids]]);
}
