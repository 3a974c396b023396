import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** `closed`: the device is written nowhere; `leaving`: it is at its new server; `undoing`: it stays where it was. */
export type MoveStep = "closed" | "leaving" | "undoing";

export interface FrameMove {
  readonly binding: number;
  readonly fromServer: string;
  readonly toServer: string;
  readonly step: MoveStep;
}

/** By binding; null: the first server. Of all tenants, for the frame store. */
export async function serversOfBindings(db: Db, bindings: readonly number[]): Promise<Map<number, string | null>> {
  const found = await sql<{ number: number; server: string | null }>`select number, frame_server as server from bindings
    where number = any(${[...bindings]}::int[])`.execute(db);
  return new Map(found.rows.map(({ number, server }) => [number, server]));
}

export async function readMoves(db: Db): Promise<FrameMove[]> {
  const found = await sql<FrameMove>`select binding, from_server as "fromServer", to_server as "toServer", step
    from frame_moves order by binding`.execute(db);
  return found.rows;
}
