import type { Dbc } from "@canopy/can/dbc/model";
import { readSignalFile } from "@canopy/can/signal-file/read";
import type { Db } from "../../platform/postgres/schema.ts";
import { readRevision, type StoredRevision } from "./dbc-store.ts";
import { parseInThread } from "./read-dbc.ts";

export interface NamedDbc {
  readonly name: string;
  readonly revision: number;
  readonly dbc: Dbc;
}

/** Models take a multiple of their file in memory, so they are counted by its bytes. */
const CACHE_BYTES = 24 * 1024 * 1024;
/** A DBC or LDF up to here is read on the event loop: some ten milliseconds. */
const SMALL_BYTES = 256 * 1024;

interface CachedDbc {
  readonly dbc: Promise<Dbc>;
  readonly bytes: number;
}

/** By file and revision, which never change; the one used longest ago first. */
const cache = new Map<string, CachedDbc>();
let cachedBytes = 0;

/** The model of a revision (without one: the newest); undefined for a file of another tenant. */
export async function parsedDbc(
  db: Db,
  tenantId: string,
  dbcId: string,
  revision?: number,
): Promise<NamedDbc | undefined> {
  const stored = await readRevision(db, tenantId, dbcId, revision);
  if (!stored) return undefined;
  return { name: stored.name, revision: stored.revision, dbc: await modelOf(tenantId, stored) };
}

function modelOf(tenantId: string, stored: StoredRevision): Promise<Dbc> {
  const key = `${stored.dbcId}/${stored.revision}`;
  const known = cache.get(key);
  const kept = known ?? { dbc: read(tenantId, stored), bytes: stored.content.length };
  if (known) cache.delete(key);
  else cachedBytes += kept.bytes;
  cache.set(key, kept);
  for (const [oldest, { bytes }] of cache) {
    if (cachedBytes <= CACHE_BYTES || oldest === key) break;
    cache.delete(oldest);
    cachedBytes -= bytes;
  }
  // A failed parse is repeated by the next caller.
  kept.dbc.catch(() => {
    if (cache.get(key) === kept && cache.delete(key)) cachedBytes -= kept.bytes;
  });
  return kept.dbc;
}

/** For all that wait for it, so that none of them has it refused or dropped. */
async function read(tenantId: string, { content, encoding, format }: StoredRevision): Promise<Dbc> {
  if (content.length <= SMALL_BYTES && format !== "arxml") return readSignalFile(content, encoding).dbc;
  return (await parseInThread(content, encoding, { tenantId })).dbc;
}
