import { join } from "node:path";
import { sql } from "kysely";
import type { S3Settings } from "../../platform/files/s3-url.ts";
import type { Log } from "../../platform/log.ts";
import { reachFramesDatabase } from "../../platform/postgres/frames-database.ts";
import { refuseUnstarted } from "../../platform/postgres/has-table.ts";
import { FRAMES_MIGRATIONS, migrate } from "../../platform/postgres/migrate.ts";
import { type Database, openDatabase } from "../../platform/postgres/open-database.ts";
import { refuseUnsafeServer } from "../../platform/postgres/refuse-unsafe-server.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { OTHER_SERVERS } from "../store/files/files-mark.ts";
import { openFrameStore } from "../store/open-frame-store.ts";
import { BindingPlaces } from "./binding-places.ts";
import { addressOf, type FrameServer, isHere, type ListedServer, type Places } from "./frame-server.ts";
import { type FrameStores, routedStore } from "./routed-store.ts";
import {
  installationOf,
  joinInstallation,
  numberServers,
  readIdentity,
  refuseWrongServers,
  registerServers,
  type ServerIdentity,
} from "./server-registry.ts";

const HOUR_MS = 3_600_000;

export interface OpenOptions {
  readonly urls: readonly string[];
  readonly metadataUrl: string;
  readonly dataFolder: string;
  readonly s3: S3Settings | undefined;
  /** None: removed files go after the grace time. */
  readonly trashHours?: number;
  /** Databases are migrated and new servers registered. */
  readonly prepare: boolean;
  readonly log: Log;
}

export interface OpenServers {
  /** That of the one server, or of all together. */
  readonly store: FrameStores;
  /** By their numbers. */
  readonly servers: readonly FrameServer[];
  readonly places: Places;
  /** A few connections to the metadata, of its own. */
  readonly metadata: Database;
  close(): Promise<void>;
}

/** The frame servers of a configuration, refused where they do not belong together. */
export async function openServers(options: OpenOptions): Promise<OpenServers> {
  const undo: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await openAll(options, undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openAll(options: OpenOptions, undo: (() => Promise<void>)[]): Promise<Omit<OpenServers, "close">> {
  const { urls, log } = options;
  const metadata = openDatabase({ url: options.metadataUrl, log, maxConnections: 4 });
  undo.push(() => metadata.close());
  await refuseUnstarted(metadata.pool);
  const reached: { database: Database; identity: ServerIdentity; landsElsewhere: boolean }[] = [];
  for (const url of urls) {
    const database = openDatabase({ url, log });
    undo.push(() => database.close());
    const identity = await reach(options, database, addressOf(url));
    reached.push({ database, identity, landsElsewhere: !isHere(url) });
  }
  const listed = await list(options, metadata.db, reached);
  const servers: FrameServer[] = [];
  for (const server of listed) {
    const found = reached.find(({ identity }) => identity.id === server.id);
    if (found === undefined) continue;
    const { database, landsElsewhere } = found;
    const store = await openFrameStore({
      database,
      landsElsewhere,
      ...placeOf(options, server),
      trashMs: (options.trashHours ?? 0) * HOUR_MS,
      log,
    });
    undo.push(() => store.close());
    servers.push({ ...server, database, store });
  }
  const [only, another] = servers;
  if (only !== undefined && another === undefined)
    return { store: only.store, servers, places: onlyPlace(only), metadata };
  const places = new BindingPlaces({ db: metadata.db, servers, log });
  places.start();
  undo.push(() => places.stop());
  const mirroredBytes = (server: FrameServer, tenantId: string) => bytesInList(metadata.db, server, tenantId);
  const firstId = await firstServer(metadata.db);
  return { store: routedStore({ servers, places, mirroredBytes, firstId, log }), servers, places, metadata };
}

async function reach({ urls, prepare, log }: OpenOptions, { pool }: Database, address: string) {
  await reachFramesDatabase(pool, urls.length > 1 ? ` at ${address}` : "");
  if (prepare) {
    await refuseUnsafeServer(pool);
    await migrate(pool, log, FRAMES_MIGRATIONS);
  }
  return readIdentity(pool, address);
}

async function list(
  { prepare }: OpenOptions,
  db: Db,
  reached: readonly { readonly database: Database; readonly identity: ServerIdentity }[],
): Promise<ListedServer[]> {
  const identities = reached.map(({ identity }) => identity);
  await refuseWrongServers(db, identities);
  if (!prepare) return numberServers(db, identities);
  const installation = await installationOf(db);
  for (const { database } of reached) await joinInstallation(database.pool, installation);
  return registerServers(db, identities);
}

/** Segments of the first server lie where those of a single one do, and the others' below. */
export function placeOf(
  { dataFolder, s3 }: Pick<OpenOptions, "dataFolder" | "s3">,
  { id, number }: Pick<ListedServer, "id" | "number">,
) {
  const folder = join(dataFolder, "segments");
  if (number === 1) return { folder, s3 };
  const below = `${OTHER_SERVERS}${id.slice(0, 8)}`;
  return s3 === undefined
    ? { folder: join(folder, below), s3 }
    : { folder, s3: { ...s3, prefix: `${s3.prefix}${below}/` } };
}

function onlyPlace(server: FrameServer): Places {
  const here = async () => server;
  return { of: here, calm: here, still: here, known: () => server, hasLeft: async () => false };
}

async function firstServer(db: Db): Promise<string> {
  const found = await sql<{ id: string }>`select id from frame_servers order by number limit 1`.execute(db);
  return found.rows[0]?.id ?? "";
}

/** CAP-05: as the device list has them. */
async function bytesInList(db: Db, { id, number }: FrameServer, tenantId: string): Promise<number> {
  const found = await sql<{ bytes: number }>`select coalesce(sum(t.things_usage), 0)::bigint as bytes
    from things t join bindings b on b.number = t.binding
    where t.tenant_id = ${tenantId} and (b.frame_server = ${id} or (b.frame_server is null and ${number === 1}))`.execute(
    db,
  );
  return found.rows[0]?.bytes ?? 0;
}
