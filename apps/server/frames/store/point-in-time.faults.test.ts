import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_MASTER, seedDemo } from "../../accounts/seed-demo.ts";
import { findSignInAccounts } from "../../accounts/user-store.ts";
import { createLog } from "../../platform/log.ts";
import { migrate, POSTGRES_MIGRATIONS } from "../../platform/postgres/migrate.ts";
import { openDatabase } from "../../platform/postgres/open-database.ts";
import {
  type DebianPostgres,
  debianPostgres,
  postgresFolder,
  runPostgresProgram,
  startDebianPostgres,
  whyNoDebianPostgres,
} from "../../testing/engines/debian-postgres.ts";
import { query, urlOfDatabase } from "../../testing/engines/test-databases.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { openIngest } from "../ingest/open-ingest.ts";
import { type OpenServers, openServers } from "../servers/open-servers.ts";
import { sweepFiles } from "../settling/sweep.ts";
import { removeUnnamed } from "./files/unnamed-files.ts";

const BATCH = 100;
const HOUR_MS = 3_600_000;
const startUs = (Math.floor(Date.now() / HOUR_MS) - 2) * HOUR_MS * 1000;
const log = createLog("error");

describe.skipIf(whyNoDebianPostgres())("recovery to a point in time", () => {
  let folder: string;
  let running: DebianPostgres | undefined;
  let opened: OpenServers | undefined;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "canopy-pitr-"));
    // As root the server runs as another user.
    chmodSync(folder, 0o755);
  });
  afterAll(async () => {
    await opened?.close();
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The store of this server, with the segments of the one data folder. */
  async function open({ url }: DebianPostgres) {
    opened = await openServers({
      urls: [urlOfDatabase(url, "canopy_frames")],
      metadataUrl: urlOfDatabase(url, "canopy"),
      dataFolder: join(folder, "data"),
      s3: undefined,
      trashHours: 1,
      prepare: true,
      log,
    });
    const [server] = opened.servers;
    if (server === undefined) throw new Error("no frame server");
    return { store: server.store, pool: server.database.pool, db: opened.metadata.db, metadata: opened.metadata.pool };
  }

  /** One batch of frames by its number, acknowledged. */
  async function send({ store }: Awaited<ReturnType<typeof open>>, device: TestDevice, sequence: number) {
    const frames = new FrameBatch();
    for (let i = 0; i < BATCH; i++)
      frames.push(startUs + (sequence * BATCH + i) * 1000, 0, 0x100, 0, 2, Uint8Array.of(i, sequence));
    const { bindingNumber, deviceId, tenantId } = device;
    const ingest = openIngest({ landing: store.landing, log, mayStore: () => true });
    const batch = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now(), epoch: 7, frames, raw: undefined };
    await ingest.ingest({ ...batch, sequence });
    await ingest.close();
  }

  it("has every frame that was acknowledged before, with segments that were replaced since", async () => {
    const wal = postgresFolder(join(folder, "wal"));
    const archiving = { archive_mode: "on", archive_command: `cp %p ${wal}/%f` };
    const first = await debianPostgres(folder, archiving);
    running = first;
    for (const name of ["canopy", "canopy_frames"]) await query(first.url, `create database ${name}`);
    const metadataUrl = urlOfDatabase(first.url, "canopy");
    await migrateMetadata(metadataUrl);
    const before = await open(first);
    await seedDemo(before.db);
    const [owner] = await findSignInAccounts(before.db, DEMO_MASTER);
    const device = await testDevice(before.db, owner?.tenantId ?? "");
    const extent = async ({ store }: typeof before) => (await store.frames.extent(device.bindingNumber)).frames;

    await send(before, device, 0);
    await before.store.settleAll();
    const base = postgresFolder(join(folder, "base"));
    await runPostgresProgram("pg_basebackup", [
      "-D",
      base,
      "-c",
      "fast",
      "-h",
      "127.0.0.1",
      "-p",
      String(first.port),
      "-U",
      "canopy",
    ]);
    for (const sequence of [1, 2, 3]) {
      await send(before, device, sequence);
      if (sequence < 3) await before.store.settleAll();
    }
    const [moment] = (await query(first.url, "select clock_timestamp()::text as at")) as { at: string }[];
    const named = await before.pool.query<{ name: string }>("select name from segment_files where state = 'live'");
    const atMoment = await extent(before);
    expect(atMoment).toBe(4 * BATCH);

    // What happened afterwards is lost on purpose: more frames, and the segments of before became one.
    await send(before, device, 4);
    await before.store.settleAll();
    expect(await before.store.merge(Date.now() + 48 * HOUR_MS)).toBeGreaterThan(1);
    const dropped = await before.pool.query<{ name: string }>("select name from segment_files where state = 'dropped'");
    const replaced = dropped.rows.filter(({ name }) => named.rows.some((live) => live.name === name));
    expect(replaced.length).toBeGreaterThan(1);
    expect(await sweepFiles(before.pool, before.store.files, { graceMs: HOUR_MS })).toMatchObject({ removed: 0 });
    await query(first.url, "select pg_switch_wal()");
    await opened?.close();
    await first.stop();

    const target = [`restore_command = 'cp ${wal}/%f %p'`, `recovery_target_time = '${moment?.at}'`];
    const lines = [...target, "recovery_target_action = 'promote'", "archive_mode = off"];
    writeFileSync(join(base, "postgresql.auto.conf"), `${lines.join("\n")}\n`);
    writeFileSync(join(base, "recovery.signal"), "");
    running = await startDebianPostgres(base);
    const after = await open(running);
    const problems: string[] = [];
    await after.store.verify(({ what }) => problems.push(what));
    // Files that were written after the moment belong to nobody now; nothing that is named is missing.
    expect(problems.filter((what) => what !== "no row names this file")).toEqual([]);
    expect(await extent(after)).toBe(atMoment);
    expect(problems.length).toBeGreaterThan(0);
    await removeUnnamed({ pool: after.pool, files: after.store.files }, { isDry: false, told: () => undefined });
    const left: string[] = [];
    await after.store.verify(({ what }) => left.push(what));
    expect(left).toEqual([]);
    // The terminal sends again what it was told is safe only after the moment: it counts as new, and once.
    for (const sequence of [3, 4, 4]) await send(after, device, sequence);
    expect(await extent(after)).toBe(5 * BATCH);
    await after.store.settleAll();
    expect(await extent(after)).toBe(5 * BATCH);
  });
});

async function migrateMetadata(url: string): Promise<void> {
  const database = openDatabase({ url, log });
  await migrate(database.pool, log, POSTGRES_MIGRATIONS);
  await database.close();
}
