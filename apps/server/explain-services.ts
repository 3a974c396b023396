import { connect } from "node:net";
import type pg from "pg";
import { segmentFiles } from "./back-up-installation.ts";
import { type FrameServer, serverInWords } from "./frames/servers/frame-server.ts";
import { withFrames } from "./open-frames.ts";
import type { Config } from "./platform/config.ts";
import { type DoctorRow, doctorRow as row } from "./platform/doctor.ts";
import { StartFault, systemCode } from "./platform/engines/start-fault.ts";
import { createLog } from "./platform/log.ts";
import { FRAMES_MIGRATIONS, POSTGRES_MIGRATIONS, readMigrations } from "./platform/postgres/migrate.ts";
import { isServed } from "./platform/postgres/with-database.ts";

const REACH_MS = 5000;
/** Sessions, tokens and the console's figures compare times of several machines. */
const CLOCK_MS = 5000;
const SAMPLE = 100;
const NAMED = 3;

/** Engines that settings name, databases and the presence of segment files, for `canopy doctor`. Starts nothing. */
export async function explainServices(config: Config, { all }: { readonly all: boolean }): Promise<DoctorRow[]> {
  const rows = [
    ...(await natsRows(config.natsUrl)),
    ...(await reachRows("mail server", "SMTP_URL", config.smtpUrl, config.smtpUrl?.startsWith("smtps") ? 465 : 587)),
  ];
  if (!isServed(config)) return rows;
  try {
    return await withFrames(config, createLog("silent"), async ({ metadata, servers, store }) => {
      rows.push(...(await databaseRows("database", metadata.pool, POSTGRES_MIGRATIONS)));
      for (const server of servers) {
        rows.push(...(await databaseRows("frames database", server.database.pool, FRAMES_MIGRATIONS)));
        rows.push(await segmentsRow(config, server));
      }
      if (all) rows.push(await verifiedRow(store));
      return rows;
    });
  } catch (error) {
    // It is told with the frame store already.
    if (error instanceof StartFault) return rows;
    throw error;
  }
}

/** Each server of a cluster. */
async function natsRows(urls: string | undefined): Promise<DoctorRow[]> {
  const rows = (urls?.split(",") ?? []).map((url) => reachRows("NATS", "NATS_URL", url, 4222));
  return (await Promise.all(rows)).flat();
}

async function reachRows(what: string, setting: string, url: string | undefined, port: number): Promise<DoctorRow[]> {
  if (url === undefined) return [];
  const { hostname, port: own } = new URL(url);
  const where = `${hostname}:${own || port}`;
  const fault = await reachFault(hostname, Number(own || port));
  if (fault === undefined) return [row(what, where, "ok")];
  return [row(what, where, "problem", `It does not answer (${fault}): start it, or correct ${setting}.`)];
}

/** Undefined when somebody listens there. */
function reachFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: REACH_MS });
    const end = (fault?: string) => {
      socket.destroy();
      resolve(fault);
    };
    socket.once("connect", () => end());
    socket.once("timeout", () => end("no answer"));
    socket.once("error", (error) => end(systemCode(error) ?? error.message));
  });
}

async function databaseRows(what: string, pool: pg.Pool, folder: string): Promise<DoctorRow[]> {
  const before = Date.now();
  const found = await pool.query<{ version: string; now_ms: number }>(
    "select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms",
  );
  const { version = "", now_ms = before } = found.rows[0] ?? {};
  const apartMs = now_ms < before ? before - now_ms : Math.max(0, now_ms - Date.now());
  const clock =
    apartMs < CLOCK_MS
      ? row("its clock", "agrees", "ok")
      : row("its clock", `${Math.round(apartMs / 1000)} s apart`, "warn", "Let NTP set the clocks of both machines.");
  return [await levelRow(what, version, pool, folder), clock];
}

async function levelRow(what: string, version: string, pool: pg.Pool, folder: string): Promise<DoctorRow> {
  const known = readMigrations(folder);
  const found = await pool.query<{ number: number; name: string }>(
    "select number, name from schema_migrations order by number",
  );
  const value = `PostgreSQL ${version}, ${found.rows.at(-1)?.name ?? "empty"}`;
  const strange = found.rows.find(({ number }) => known.every((migration) => migration.number !== number));
  if (strange) return row(what, value, "problem", `A newer Canopy made ${strange.name}: start that one.`);
  const pending = known.filter(({ number }) => found.rows.every((done) => done.number !== number));
  if (pending.length === 0) return row(what, value, "ok");
  return row(what, value, "warn", `${pending.length} migrations are due: they run at the next start.`);
}

/** Whether files that count are there with their sizes; a sample of them. */
async function segmentsRow(config: Config, server: FrameServer): Promise<DoctorRow> {
  const found = await server.database.pool.query<{ name: string; bytes: number }>(
    "select name, bytes from segment_files where state = 'live' order by random() limit $1",
    [SAMPLE],
  );
  const files = await segmentFiles(config, server);
  const what = "segment files";
  try {
    const wrong: string[] = [];
    for (const { name, bytes } of found.rows) if ((await files.size(name)) !== bytes) wrong.push(name);
    const looked = `${found.rows.length} of ${serverInWords(server)} looked at`;
    if (wrong.length === 0) return row(what, looked, "ok");
    const named = wrong.slice(0, NAMED).join(", ");
    const sentence = `${wrong.length} are missing or have another size (${named}): see canopy verify, and bring them back from a backup.`;
    return row(what, looked, "problem", sentence);
  } catch (error) {
    return row(what, "", "problem", `They cannot be read (${error instanceof Error ? error.message : error}).`);
  } finally {
    await files.close();
  }
}

async function verifiedRow(store: { verify: FrameServer["store"]["verify"] }): Promise<DoctorRow> {
  const { segments, problems } = await store.verify(() => undefined);
  const value = `${segments} read`;
  if (problems === 0) return row("all segments", value, "ok");
  return row("all segments", value, "problem", `${problems} problems: canopy verify names each.`);
}
