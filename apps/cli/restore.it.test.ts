import { createHash } from "node:crypto";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { PATIENCE } from "../../e2e/support/patience.ts";
import { createAccount } from "../server/accounts/create-account.ts";
import { findBackup, openBackupPlace } from "../server/operating/backup/backup-place.ts";
import { type DatabaseCopy, listsOf, type StoredObject } from "../server/operating/backup/manifest.ts";
import { objectsIn } from "../server/operating/backup/object-list.ts";
import { createLog } from "../server/platform/log.ts";
import { copyOut } from "../server/platform/postgres/copy-stream.ts";
import { migrate, POSTGRES_MIGRATIONS, readMigrations } from "../server/platform/postgres/migrate.ts";
import { openDatabase } from "../server/platform/postgres/open-database.ts";
import { mountSmallDisk } from "../server/testing/engines/small-disk.ts";
import { openFolder } from "../server/testing/engines/spawn-host.ts";
import { copyDatabase, dropDatabase, query } from "../server/testing/engines/test-databases.ts";
import { testS3, whyNoS3 } from "../server/testing/engines/test-s3.ts";
import { type BackupWorld, backupWorld, runCanopy } from "./testing/backup-world.ts";

/** Since this migration an installation can be backed up. */
const LEASES = 170;
const LATER_MIGRATIONS = readMigrations(POSTGRES_MIGRATIONS)
  .map(({ number }) => number)
  .filter((number) => number > LEASES);

const folder = openFolder();
const to = join(folder, "saved");
let world: BackupWorld;
beforeAll(async () => {
  world = await backupWorld();
  const made = await canopy(["backup", to], world.env);
  if (made.code !== 0) throw new Error(made.stderr);
});
afterAll(async () => {
  await world.drop();
  rmSync(folder, { recursive: true, force: true });
});

const canopy = (args: string[], env: Record<string, string>) => runCanopy(folder, args, env);

/** Two empty databases on a server of PostgreSQL, for as long as the work takes. */
async function withServers(work: (env: Record<string, string>) => Promise<void>): Promise<void> {
  const server = inject("postgres").url;
  const urls = [await copyDatabase(server, "template0"), await copyDatabase(server, "template0")];
  const [DATABASE_URL = "", FRAMES_DATABASE_URL = ""] = urls;
  try {
    await work({ DATABASE_URL, FRAMES_DATABASE_URL });
  } finally {
    for (const url of urls) await dropDatabase(server, new URL(url).pathname.slice(1));
  }
}

/** Rows as all tables were written before, from a database whose rows are still the same. */
async function asText(folderOfPlace: string, pool: BackupWorld["database"]["pool"], { tables, ...copy }: DatabaseCopy) {
  const client = await pool.connect();
  try {
    const written = [];
    for (const { format, ...table } of tables) {
      const rows = `copy ${table.table} (${table.columns.map((column) => `"${column}"`).join(", ")}) to stdout`;
      const packed = gzipSync(await buffer(copyOut(client, rows).stream));
      const name = table.object.name.replace(/\.gz$/, "").concat(".gz");
      rmSync(join(folderOfPlace, table.object.name));
      writeFileSync(join(folderOfPlace, name), packed);
      written.push({ ...table, object: { name, bytes: packed.length, sha256: sha256(packed) } });
    }
    return { ...copy, tables: written };
  } finally {
    client.release(true);
  }
}

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The newest backup of a place as it was written when lists stood in the manifest and all rows were text. */
async function firstManifest(folderOfPlace: string) {
  const place = await openBackupPlace({ kind: "folder", folder: folderOfPlace });
  const { backup, manifest } = await findBackup(place);
  const listed = async ({ list, folder: below }: ReturnType<typeof listsOf>[number]) => {
    const objects: StoredObject[] = [];
    for await (const object of objectsIn(place, list, below)) objects.push(object);
    return objects;
  };
  const lists = await Promise.all(listsOf(manifest).map(listed));
  const files = lists.pop();
  const framesPool = world.frames.framesDatabase.pool;
  const servers = await Promise.all(
    manifest.servers.map(async (server, i) => {
      const database = await asText(folderOfPlace, framesPool, server.database);
      return { ...server, database, bodies: lists[i] };
    }),
  );
  const metadata = await asText(folderOfPlace, world.database.pool, manifest.metadata);
  const content = { ...manifest, metadata, servers, files };
  const written = { canopyBackup: 1, sha256: sha256(JSON.stringify(content)), content };
  await place.files.close();
  rmSync(join(folderOfPlace, "backups", backup, "lists"), { recursive: true });
  writeFileSync(join(folderOfPlace, "backups", backup, "manifest.json"), JSON.stringify(written));
  return { manifest: written, landed: manifest.servers[0]?.database.tables.find(({ table }) => table === "landing") };
}

const numbersOf = async (url: string) =>
  ((await query(url, "select number from schema_migrations")) as { number: number }[]).map(({ number }) => number);

describe("a restore", { timeout: 180_000 * PATIENCE }, () => {
  it.skipIf(whyNoS3() !== undefined)("brings a folder's backup to servers and a bucket of S3 [OPS-03]", async () => {
    const s3 = await testS3();
    try {
      await withServers(async (servers) => {
        const S3_URL = `http://test%3Atester:testing@127.0.0.1:${s3.port}/canopy/moved`;
        const env = { ...servers, S3_URL, CANOPY_DATA: join(folder, "beside-s3") };
        const restored = await canopy(["restore", to, "--json"], env);
        expect(restored.code, restored.stderr).toBe(0);
        expect(JSON.parse(restored.stdout)).toMatchObject({ bodies: 4, files: 1 });
        expect(await canopy(["verify"], env)).toMatchObject({
          code: 0,
          stdout: expect.stringContaining("no problems"),
        });
        // The same again, from the bucket into another folder.
        const again = await canopy(["backup", join(folder, "from-s3"), "--json"], env);
        expect(JSON.parse(again.stdout)).toMatchObject({ bodies: 4, files: 1, problems: 0 });
        const below = await canopy(["backup", `${S3_URL}/saved`], env);
        expect(below).toMatchObject({ code: 2, stderr: expect.stringContaining("lies below S3_URL") });
        await withServers(async (others) => {
          const drill = await canopy(["restore", to], { ...env, ...others, CANOPY_DATA: join(folder, "drill") });
          expect(drill).toMatchObject({ code: 2, stderr: expect.stringContaining("segments of another installation") });
        });
      });
    } finally {
      await s3.stop();
    }
  });

  it("brings a backup with all lists in its manifest and all rows as text, as the first ones were [OPS-03]", async () => {
    const older = join(folder, "inline");
    cpSync(to, older, { recursive: true });
    const { manifest, landed } = await firstManifest(older);
    expect(landed).toMatchObject({ format: "binary", rows: 1 });
    expect(manifest).toMatchObject({ canopyBackup: 1, content: { files: [{ bytes: expect.any(Number) }] } });
    expect(await canopy(["backup", "--verify", older], {})).toMatchObject({ code: 0 });
    const env = { CANOPY_DATA: join(folder, "of-inline") };
    const restored = await canopy(["restore", older, "--json"], env);
    expect(restored.code, restored.stderr).toBe(0);
    expect(JSON.parse(restored.stdout)).toMatchObject({ bodies: 4, files: 1 });
    expect((await canopy(["verify"], env)).stdout).toContain("no problems");
    // What it has is not copied again.
    const next = await canopy(["backup", older, "--keep", "1", "--json"], world.env);
    expect(JSON.parse(next.stdout)).toMatchObject({ bodies: 4, copied: 0, removed: [expect.any(String)] });
    expect(await canopy(["backup", "--verify", older], {})).toMatchObject({ code: 0 });
  });

  it("brings a backup of an older schema to the newest [OPS-03]", async () => {
    const older = join(folder, "older");
    await withServers(async (servers) => {
      const database = openDatabase({ url: servers.DATABASE_URL ?? "", log: createLog("error"), maxConnections: 2 });
      const only = readMigrations(POSTGRES_MIGRATIONS).map(({ number }) => number);
      await migrate(database.pool, createLog("error"), POSTGRES_MIGRATIONS, new Set(only.filter((n) => n <= LEASES)));
      // The demo as it was seeded then.
      const common = { tenant: "demo", tenantKind: "owner", password: "Canopy-2026" } as const;
      await createAccount(database.db, { ...common, name: "demo", role: "manager" });
      await createAccount(database.db, { ...common, name: "viewer", role: "sub", tenantLevel: "read" });
      await database.close();
      const made = await canopy(["backup", older], {
        ...world.env,
        DATABASE_URL: servers.DATABASE_URL ?? "",
      });
      expect(made.code, made.stderr).toBe(0);
      expect(await numbersOf(servers.DATABASE_URL ?? "")).not.toContain(LATER_MIGRATIONS[0]);
    });
    await withServers(async (servers) => {
      const env = { ...servers, CANOPY_DATA: join(folder, "newer-data") };
      const restored = await canopy(["restore", older], env);
      expect(restored.code, restored.stderr).toBe(0);
      const numbers = await numbersOf(servers.DATABASE_URL ?? "");
      expect(LATER_MIGRATIONS.length).toBeGreaterThan(3);
      expect(numbers).toEqual(expect.arrayContaining(LATER_MIGRATIONS));
      const users = await query(servers.DATABASE_URL ?? "", "select name from users where name = 'demo'");
      expect(users).toEqual([{ name: "demo" }]);
      const demo = await query(servers.DATABASE_URL ?? "", "select name from tenants where is_demo");
      expect(demo).toEqual([{ name: "demo" }]);
    });
  });
});

/** A little more than the program asks for at its start. */
const disk = mountSmallDisk(260);
if (disk.missing) console.warn(`skipped: a disk cannot be filled here, ${disk.missing}`);
afterAll(() => disk.unmount());

it.skipIf(disk.missing)(
  "a restore onto a full disk is refused before anything is written, and done when there is room [OPS-03]",
  async () => {
    await withServers(async (servers) => {
      const data = join(disk.folder, "data");
      const env = { ...servers, CANOPY_DATA: data };
      disk.fill(0);
      const full = await canopy(["restore", to], env);
      expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining("0.0 MB free: make room") });
      expect(existsSync(data)).toBe(false);
      expect(await query(servers.DATABASE_URL ?? "", "select from pg_tables where schemaname = 'public'")).toEqual([]);
      disk.clear();
      const restored = await canopy(["restore", to], env);
      expect(restored.code, restored.stderr).toBe(0);
      expect((await canopy(["verify"], env)).stdout).toContain("no problems");
    });
  },
  180_000 * PATIENCE,
);
