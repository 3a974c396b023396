import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { tenantsOfBindings } from "../../devices/binding-store.ts";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../platform/postgres/open-database.ts";
import { PlanGone } from "../store/transaction.ts";
import { clearBinding, closeBinding, isOpen, openBinding } from "./binding-gate.ts";
import { LEASE_MS } from "./binding-places.ts";
import { CopiedBodies } from "./copy-bodies.ts";
import { copyPointRows, countPointRows } from "./copy-rows.ts";
import { type FrameServer, serverInWords } from "./frame-server.ts";
import { aloneOn, arrive, beginMove, changeStep, endMove, findMove } from "./move-store.ts";
import { readMovedIndex, writeMovedIndex } from "./moved-index.ts";
import { type FrameMove, readMoves, serversOfBindings } from "./place-store.ts";

/** A place where a test ends the process. */
export type MovePlace = "cleared" | "copied" | "begun" | "closed" | "points" | "written" | "arrived" | "dropped";

export interface MoveParts {
  /** Of the metadata. */
  readonly database: Database;
  readonly servers: readonly FrameServer[];
  readonly log: Log;
  /** One line of progress. */
  tell?(line: string): void;
  readonly step?: (place: MovePlace) => void | Promise<void>;
  /** For tests without other processes. */
  readonly leaseMs?: number;
}

/** Why a device is not moved, in words. */
export class MoveFault extends Error {}

interface Moving extends MoveParts {
  readonly binding: number;
  readonly tenantId: string;
  readonly from: FrameServer;
  readonly to: FrameServer;
}

/** How long changes of rules may take to leave the old server. */
const CARRY_MS = 15_000;
const LOOK_MS = 200;

/**
 * Moves a binding with its terminal at work. Bodies are copied first; then the binding is closed and its terminal waits
 * for seconds, while the rows follow; it is opened at the new server, and the old one forgets it. Whatever step a process
 * dies at, the same call goes on from there.
 */
export async function moveBinding(
  parts: MoveParts,
  wanted: Omit<FrameMove, "step">,
  mayBegin: "begin" | "goOn" = "begin",
): Promise<void> {
  const done = await aloneOn(parts.database.pool, wanted.binding, async () => {
    // Another process may have brought it there since it was looked for.
    const known = await findMove(parts.database.db, wanted.binding);
    const moving = await movingOf(parts, known ?? wanted);
    if (known !== undefined) return goOn(moving, known);
    const place = await placeOf(moving);
    if (place === moving.to || mayBegin === "goOn") return true;
    if (place !== moving.from) throw new MoveFault("the device lives on another frame server by now");
    await carryOver(moving, wanted, await begin(moving, wanted));
    return leave(moving);
  });
  if (done === undefined) throw new MoveFault("another process is moving this device");
}

async function goOn(moving: Moving, known: FrameMove): Promise<true> {
  if (known.step === "undoing") return undo(moving);
  if (known.step === "closed") await carryOver(moving, known, new CopiedBodies(moving.from, moving.to));
  return leave(moving);
}

/** By the metadata, of this moment. */
async function placeOf({ database, servers, binding }: Moving): Promise<FrameServer | undefined> {
  const id = (await serversOfBindings(database.db, [binding])).get(binding) ?? null;
  return servers.find((server) => (id === null ? server.number === 1 : server.id === id));
}

/** A copy is removed; never the one that counts. */
async function clearCopy(moving: Moving, server: FrameServer, evenOpen: boolean): Promise<void> {
  if ((await placeOf(moving)) === server) throw new MoveFault("the device lives there");
  await clearBinding(server.database.pool, moving, evenOpen);
}

async function movingOf(parts: MoveParts, { binding, fromServer, toServer }: Omit<FrameMove, "step">): Promise<Moving> {
  const serverOf = (id: string) => {
    const server = parts.servers.find((one) => one.id === id);
    if (server === undefined) throw new MoveFault(`frame server ${id} is not in FRAMES_DATABASE_URL`);
    return server;
  };
  const tenantId = (await tenantsOfBindings(parts.database.db, [binding])).get(binding);
  if (tenantId === undefined) throw new MoveFault(`there is no binding ${binding}`);
  return { ...parts, binding, tenantId, from: serverOf(fromServer), to: serverOf(toServer) };
}

/** The terminal sends on meanwhile. */
async function begin(moving: Moving, wanted: Omit<FrameMove, "step">): Promise<CopiedBodies> {
  const { from, to, binding, database, tell, step } = moving;
  await clearCopy(moving, to, true);
  await step?.("cleared");
  const bodies = new CopiedBodies(from, to);
  const { segments, kept } = await readMovedIndex(from.database.pool, binding);
  await bodies.copy([...segments, ...kept], (done, of) => tell?.(`${done} of ${of} bodies copied`));
  await step?.("copied");
  await beginMove(database.db, wanted);
  await step?.("begun");
  return bodies;
}

async function carryOver(moving: Moving, wanted: Omit<FrameMove, "step">, bodies: CopiedBodies): Promise<void> {
  const { from, to, binding, database, tell, step, leaseMs = LEASE_MS } = moving;
  try {
    // Every process knows by then that the device is to be written nowhere.
    await sleep(leaseMs);
    await closeBinding(from.database.pool, moving);
    tell?.("closed: its terminal waits");
    await step?.("closed");
    // Open there, it was written whole by a process that died.
    if (!(await isOpen(to.database.pool, binding))) {
      await changesCarried(moving);
      await clearCopy(moving, to, false);
      await copyPointRows(from.database.pool, to.database.pool, binding);
      await step?.("points");
      await writeIndex(moving, bodies);
    }
    await step?.("written");
  } catch (error) {
    await undo(moving).catch((fault: unknown) =>
      moving.log.warn({ err: fault, binding }, "a move could not be undone: a worker tries again"),
    );
    throw error;
  }
  await arrive(database.db, { ...wanted, step: "closed" });
  tell?.(`open at ${serverInWords(to)}`);
  await step?.("arrived");
}

async function writeIndex(moving: Moving, bodies: CopiedBodies): Promise<void> {
  const { from, to, binding, tell } = moving;
  const progress = (done: number, of: number) => tell?.(`${done} of ${of} bodies copied`);
  // Twice: the second snapshot has at most what a merge wrote while the first was copied, which a closed binding has not.
  const before = await readMovedIndex(from.database.pool, binding);
  await bodies.copy([...before.segments, ...before.kept], progress);
  const client = await from.database.pool.connect();
  try {
    await client.query("begin transaction isolation level repeatable read read only");
    const index = await readMovedIndex(client, binding);
    await bodies.copy([...index.segments, ...index.kept], progress);
    await bodies.giveUp(await writeMovedIndex(client, to.database.pool, moving, index, bodies));
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    if (!(error instanceof PlanGone) || !(await isOpen(to.database.pool, binding))) throw error;
  }
}

/** A recovery that the new server tells must not overtake its firing. */
async function changesCarried({ from, binding }: Moving): Promise<void> {
  const endMs = performance.now() + CARRY_MS;
  const areLeft = async () => {
    const found = await from.database.pool.query("select 1 from rule_changes where binding = $1 limit 1", [binding]);
    return found.rows.length > 0;
  };
  while (await areLeft()) {
    if (performance.now() > endMs)
      throw new MoveFault("alarms of this device wait on its frame server: start a process of role worker");
    await sleep(LOOK_MS);
  }
}

/** Those who read at the old server until a moment ago have read. */
async function leave(moving: Moving): Promise<true> {
  const { from, to, binding, database, step, leaseMs = LEASE_MS } = moving;
  await sleep(leaseMs);
  const [old, now] = [from.database.pool, to.database.pool];
  await waitForWriters(old);
  if ((await countPointRows(old, binding)) > (await countPointRows(now, binding)))
    await copyPointRows(old, now, binding);
  await clearCopy(moving, from, true);
  await step?.("dropped");
  await endMove(database.db, binding);
  return true;
}

/** Statements under way end first. */
async function waitForWriters(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local lock_timeout = '5s'");
    await client.query("lock table positions, points in share mode");
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The device stays where it was. */
async function undo(moving: Moving): Promise<true> {
  const { from, to, binding, database } = moving;
  const move = await findMove(database.db, binding);
  if (move === undefined || move.step === "leaving") return true;
  await openBinding(from.database.pool, binding);
  if (move.step === "closed") await changeStep(database.db, binding, "closed", "undoing");
  await clearCopy(moving, to, true);
  await endMove(database.db, binding);
  return true;
}

/** Moves whose process has died; trouble is logged and tried again. */
export async function resumeMoves(parts: MoveParts): Promise<void> {
  for (const move of await readMoves(parts.database.db))
    await moveBinding(parts, move, "goOn").catch((error: unknown) => {
      if (!(error instanceof MoveFault)) parts.log.warn({ err: error, binding: move.binding }, "a move waits");
    });
}
