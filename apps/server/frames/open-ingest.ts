import { setTimeout as sleep } from "node:timers/promises";
import type { ClickHouseClient } from "@clickhouse/client";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { insertFrames, readStoredSequences, runningInserts } from "./frame-store.ts";
import { QUARANTINE_DAY } from "./ingest-admit.ts";
import { FrameIngest } from "./ingest-frames.ts";
import type { IngestPorts, MayStore } from "./ingest-ports.ts";
import { type IngestClock, systemClock } from "./ingest-retry.ts";
import type { DayKey, DayRanges } from "./ingest-sequences.ts";
import { insertQuarantined, readQuarantinedSequences } from "./quarantine-store.ts";
import { deleteRefusals, insertRefusal, refusedAmong } from "./refusal-store.ts";
import { addSequences, readSequences } from "./sequence-store.ts";
import { addUsage } from "./usage-store.ts";

export interface IngestParts {
  readonly client: ClickHouseClient;
  readonly db: Db;
  readonly log: Log;
  readonly mayStore: MayStore;
  /** Asks the other ingest processes to `release` a binding. Left out where there are none. */
  readonly takeOver?: (bindingNumber: number) => Promise<void>;
  readonly clock?: IngestClock;
}

/** Ingest on the real engines. */
export function openIngest(parts: IngestParts): FrameIngest {
  const { client, db } = parts;
  const instance = crypto.randomUUID();
  const ports: IngestPorts = {
    mayStore: parts.mayStore,
    takeOver: parts.takeOver ?? (async () => undefined),
    insert: ({ columns }, token) => insertFrames(client, { columns, token, instance }),
    loadDays: (keys) => loadDays(client, db, keys, instance),
    saveDays: (days) => addSequences(db, days),
    addUsage: (rows) => addUsage(db, rows),
    quarantine: (batch, problem, span) => insertQuarantined(db, batch, problem, span),
    refuse: (batch, reason) => insertRefusal(db, batch, reason),
    refusedAmong: (bindings) => refusedAmong(db, bindings),
    clearRefusals: (stored) => deleteRefusals(db, stored),
  };
  return new FrameIngest(ports, parts.clock ?? systemClock, parts.log);
}

/**
 * The store before the checkpoints: a deletion writes down what it deletes before it does, so in this order each stored
 * sequence is seen in one of them.
 */
async function loadDays(
  client: ClickHouseClient,
  db: Db,
  keys: readonly DayKey[],
  instance: string,
): Promise<DayRanges[]> {
  const byDay = Map.groupBy(keys, (key) => key.day);
  const quarantine = byDay.get(QUARANTINE_DAY) ?? [];
  byDay.delete(QUARANTINE_DAY);
  const found: DayRanges[] = [];
  if (byDay.size > 0) await whenInsertsEnd(client, instance);
  for (const [day, ofDay] of byDay) found.push(...(await readStoredSequences(client, day, ofDay)));
  if (quarantine.length > 0) found.push(...(await readQuarantinedSequences(db, quarantine)));
  found.push(...(await readSequences(db, keys)));
  return found;
}

const INSERT_POLL_MS = 50;

/** Those of other processes that run now; later ones cannot hold a batch that has already come here. */
async function whenInsertsEnd(client: ClickHouseClient, instance: string): Promise<void> {
  const first = await runningInserts(client, instance);
  for (let running = first; running.some((id) => first.includes(id)); ) {
    await sleep(INSERT_POLL_MS);
    running = await runningInserts(client, instance);
  }
}
