import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../e2e/support/patience.ts";
import { BackupFault } from "../server/operating/backup/backup-fault.ts";
import { findBackup, openBackupPlace } from "../server/operating/backup/backup-place.ts";
import { refuseUnfit } from "../server/operating/backup/restore-backup.ts";
import { FRAMES_MIGRATIONS, POSTGRES_MIGRATIONS, readMigrations } from "../server/platform/postgres/migrate.ts";
import { openFolder } from "../server/testing/engines/spawn-host.ts";
import { type SpawnedProgram, spawnProgram, until } from "../server/testing/processes/spawn-program.ts";
import { type BackupWorld, backupWorld, runCanopy, spawnCanopy } from "./testing/backup-world.ts";

const folder = openFolder();
const to = join(folder, "saved");
let world: BackupWorld;
beforeAll(async () => {
  world = await backupWorld();
});
afterAll(async () => {
  await world.drop();
  rmSync(folder, { recursive: true, force: true });
});

const canopy = (args: string[], env = world.env, input = "") => runCanopy(folder, args, env, input);

async function backedUp(place: string): Promise<Record<string, number>> {
  const made = await canopy(["backup", place, "--json"]);
  expect(made.code, made.stderr + made.stdout).toBe(0);
  return JSON.parse(made.stdout);
}

const filesBelow = (place: string) =>
  readdirSync(place, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Runs while a table cannot be read: a backup has taken its snapshots and the frames' rows, and no file yet. */
async function whileHeld(work: (isWaiting: () => Promise<boolean>) => Promise<void>): Promise<void> {
  const client = await world.database.pool.connect();
  try {
    await client.query("begin; lock table vehicles in access exclusive mode");
    await work(async () => {
      // By another connection: within a transaction the list stays as it was seen first.
      const waiting = await world.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like 'copy (select%vehicles%'`,
      );
      return waiting.rowCount === 1;
    });
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe("backup and restore", { timeout: 180_000 * PATIENCE }, () => {
  it("saves an installation while frames are sent, and brings it back with everything [OPS-03]", async () => {
    let [isSending, sent] = [true, 5];
    const sending = (async () => {
      for (; isSending; sent += 1) await world.send();
    })();
    const before = sent;
    const report = await backedUp(to);
    isSending = false;
    await sending;
    expect(report).toMatchObject({ bodies: 4, files: 1, copied: 5, problems: 0 });
    const data = join(folder, "restored");
    const env = { CANOPY_DATA: data };
    const restored = await canopy(["restore", to, "--json"], env);
    expect(restored.code, restored.stderr).toBe(0);
    expect(JSON.parse(restored.stdout)).toMatchObject({ rows: report.rows, bodies: 4, files: 1 });
    const verified = await canopy(["verify"], env);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("no problems") });
    const [server] = (await canopy(["frames", "servers"], env)).stdout.split("\n");
    const { frames } = JSON.parse(server ?? "") as { frames: number };
    const place = await openBackupPlace({ kind: "folder", folder: to });
    const { manifest } = await findBackup(place);
    await place.files.close();
    const landing = manifest.servers[0]?.database.tables.find(({ table }) => table === "landing");
    expect(frames).toBe(4 * 50 + (landing?.rows ?? 0) * 50);
    expect(frames).toBeGreaterThanOrEqual(before * 50);
    expect(frames).toBeLessThanOrEqual(sent * 50);
    expect(readFileSync(join(data, "secret"), "utf8")).toBe(readFileSync(join(world.dataFolder, "secret"), "utf8"));
    expect(statSync(join(data, "secret")).mode & 0o777).toBe(0o600);
    // The engines are where they belong: their user can enter the new folder.
    expect(existsSync(join(data, "engines/postgres/data"))).toBe(true);
    for (const path of filesBelow(to)) expect(statSync(path).mode & 0o077, path).toBe(0);
    await signsIn(data);
  });

  it("restores over an installation only when asked and confirmed [OPS-03]", async () => {
    const env = { CANOPY_DATA: join(folder, "restored") };
    const again = await canopy(["restore", to], env);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("is not empty") });
    const refused = await canopy(["restore", to, "--force"], env, "no\n");
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("nothing was changed") });
    const forced = await canopy(["restore", to, "--force"], env, "empty\n");
    expect(forced, forced.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("restored") });
    expect((await canopy(["verify"], env)).stdout).toContain("frames: no problems");
  });

  it("copies no file twice, and keeps as many as asked [OPS-03]", async () => {
    const other = join(folder, "twice");
    expect(await backedUp(other)).toMatchObject({ bodies: 4, copied: 5 });
    const written = filesBelow(join(other, "bodies")).map((path) => statSync(path).mtimeMs);
    expect(await backedUp(other)).toMatchObject({ bodies: 4, copied: 0, copiedBytes: 0 });
    expect(filesBelow(join(other, "bodies")).map((path) => statSync(path).mtimeMs)).toEqual(written);
    const [oldest = ""] = (await canopy(["backup", "--list", other])).stdout.split("\n");
    const kept = await canopy(["backup", other, "--keep", "1", "--json"]);
    expect(JSON.parse(kept.stdout).removed).toContain(oldest);
    expect((await canopy(["backup", "--list", other])).stdout.trim().split("\n")).toHaveLength(1);
    expect(await canopy(["backup", "--verify", other])).toMatchObject({ code: 0 });
  });

  it("finds a damaged body, a missing one and a missing manifest, each by name [OPS-03]", async () => {
    const other = join(folder, "damaged");
    await backedUp(other);
    const [first = "", second = ""] = filesBelow(join(other, "bodies"));
    flip(first, 100);
    rmSync(second);
    const found = await canopy(["backup", "--verify", other]);
    expect(found.code).toBe(1);
    expect(found.stdout).toContain(`${first.slice(other.length + 1)} of ${other} has another checksum`);
    expect(found.stdout).toContain(`${second.slice(other.length + 1)} of ${other} is missing`);
    const data = join(folder, "never");
    const refused = await canopy(["restore", other], { CANOPY_DATA: data });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("nothing was written") });
    expect(existsSync(data)).toBe(false);
    // The next backup brings the missing one again.
    expect(await backedUp(other)).toMatchObject({ copied: 1 });
    rmSync(join(other, "backups"), { recursive: true });
    const none = await canopy(["backup", "--verify", other]);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("no whole backup") });
  });

  it("killed, leaves no whole-looking backup and a lease that ends by itself [OPS-03]", async () => {
    const other = join(folder, "killed");
    await whileHeld(async (isWaiting) => {
      const { child, ended } = spawnCanopy(folder, ["backup", other], world.env);
      await until(isWaiting);
      child.kill("SIGKILL");
      await ended();
    });
    expect(await canopy(["backup", "--verify", other])).toMatchObject({ code: 2 });
    const leases = "select until <= now() + interval '1 minute' as ends from backup_leases";
    for (const { pool } of [world.database, world.frames.framesDatabase]) {
      expect((await pool.query(leases)).rows).toEqual([{ ends: true }]);
      await pool.query("update backup_leases set until = now() - interval '1 second'");
    }
    expect(await backedUp(other)).toMatchObject({ problems: 0 });
    expect(readdirSync(join(other, "backups"))).toHaveLength(1);
    for (const { pool } of [world.database, world.frames.framesDatabase])
      expect((await pool.query(leases)).rows).toEqual([]);
  });

  it("is refused while another one writes to the same place, and harms it not [OPS-03]", async () => {
    const other = join(folder, "at-once");
    let ended: Promise<number | null> | undefined;
    await whileHeld(async (isWaiting) => {
      ended = spawnCanopy(folder, ["backup", other], world.env).ended();
      await until(isWaiting);
      const second = await canopy(["backup", other]);
      expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining(`another backup writes to ${other}`) });
    });
    expect(await ended).toBe(0);
    expect(await canopy(["backup", "--verify", other])).toMatchObject({ code: 0 });
    expect(readdirSync(other).sort()).toEqual(["backups", "bodies", "files"]);
  });

  it("stopped by a signal, gives its lease back at once [OPS-03]", async () => {
    const other = join(folder, "stopped");
    let ended: Promise<number | null> | undefined;
    await whileHeld(async (isWaiting) => {
      const process = spawnCanopy(folder, ["backup", other], world.env);
      ended = process.ended();
      await until(isWaiting);
      process.child.kill("SIGTERM");
    });
    expect(await ended).toBe(2);
    expect(existsSync(join(other, "backups"))).toBe(true);
    expect((await canopy(["backup", "--list", other])).stdout).toBe("");
    expect((await world.database.pool.query("select from backup_leases")).rowCount).toBe(0);
  });

  it("is whole though its frames and files are deleted meanwhile, and then they go [OPS-03]", async () => {
    const other = join(folder, "deleted");
    const { frames, receiver, tenantId, fileId, device } = world;
    let ended: Promise<number | null> | undefined;
    await whileHeld(async (isWaiting) => {
      ended = spawnCanopy(folder, ["backup", other], world.env).ended();
      await until(isWaiting);
      await frames.store.frames.removal.empty(device.bindingNumber, []);
      await frames.store.sweepAll();
      await receiver.remove(tenantId, [fileId]);
    });
    expect(await ended).toBe(0);
    expect(await canopy(["backup", "--verify", other])).toMatchObject({ code: 0 });
    expect(filesBelow(join(other, "bodies"))).toHaveLength(4);
    expect(filesBelow(join(other, "files"))).toHaveLength(1);
    const segments = () => filesBelow(frames.folder).filter((path) => path.endsWith(".seg"));
    expect(segments()).toHaveLength(4);
    expect((await world.database.pool.query("select from held_removals")).rowCount).toBe(1);
    await frames.store.sweepAll();
    expect(segments()).toEqual([]);
  });

  it("keeps older backups while the newest lacks a file [OPS-03]", async () => {
    const other = join(folder, "lacking");
    await backedUp(other);
    const before = new Set(filesBelow(world.frames.folder));
    await world.send();
    await world.frames.settle();
    const [missing = ""] = filesBelow(world.frames.folder).filter((path) => path.endsWith(".seg") && !before.has(path));
    renameSync(missing, `${missing}.away`);
    const lacking = await canopy(["backup", other, "--keep", "1"]);
    expect(lacking).toMatchObject({ code: 1, stderr: expect.stringContaining("older backups are kept") });
    const listed = async () => (await canopy(["backup", "--list", other])).stdout.trim().split("\n");
    expect(await listed()).toHaveLength(2);
    renameSync(`${missing}.away`, missing);
    expect((await canopy(["backup", other, "--keep", "1"])).code).toBe(0);
    expect(await listed()).toHaveLength(1);
  });

  it("is refused whichever file is cut or has a flipped bit [OPS-03]", async () => {
    const place = await openBackupPlace({ kind: "folder", folder: to });
    const { manifest } = await findBackup(place);
    const paths = filesBelow(to).filter((path) => statSync(path).size > 0);
    expect(paths.length).toBeGreaterThan(manifest.metadata.tables.length);
    const refusal = async () => {
      const found = await findBackup(place);
      const folders = { metadata: POSTGRES_MIGRATIONS, frames: FRAMES_MIGRATIONS };
      const known = (database: "metadata" | "frames") => readMigrations(folders[database]);
      const target = { version: "0.1.0", room: undefined, secret: undefined, known, serverCount: 1 };
      const quiet = { signal: new AbortController().signal, progress: () => () => undefined };
      await refuseUnfit(place, found.manifest, target, quiet);
    };
    await refusal();
    const any = fc.tuple(fc.nat(paths.length - 1), fc.nat(2 ** 24), fc.boolean());
    await fc.assert(
      fc.asyncProperty(any, async ([index, offset, isCut]) => {
        const path = paths[index] as string;
        const bytes = readFileSync(path);
        if (isCut) truncateSync(path, offset % bytes.length);
        else flip(path, offset % bytes.length);
        // Opened anew: a folder keeps files open.
        await place.files.close();
        try {
          await expect(refusal(), path).rejects.toThrow(BackupFault);
        } finally {
          writeFileSync(path, bytes);
          await place.files.close();
        }
      }),
      { numRuns: 60, examples: [[[paths.findIndex((path) => path.endsWith("manifest.json")), 9000, false]]] },
    );
    await refusal();
  });

  it("says what is wrong with a call and a place [OPS-03]", async () => {
    writeFileSync(join(folder, "a-file"), "");
    const nowhere = { ...world.env, CANOPY_DATA: join(folder, "unused") };
    for (const [args, words] of [
      [["backup"], "canopy backup --help"],
      [["backup", to, "--keep", "0"], "--keep 0"],
      [["backup", "ftp://id:hunter2@host/x"], "expected a folder, or https://KEY"],
      [["backup", join(folder, "a-file/below")], "is a file, or lies below one"],
      [["restore", to, "--at", "20200101T000000Z"], "there is no such backup"],
      [["restore"], "canopy restore --help"],
    ] as const) {
      const refused = await canopy([...args], nowhere);
      expect(refused, refused.stderr).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
      expect(refused.stderr).not.toContain("hunter2");
    }
    const other = { ...nowhere, CANOPY_SECRET: "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c" };
    expect((await canopy(["restore", to], other)).stderr).toContain("CANOPY_SECRET is not that of the backup");
  });
});

async function signsIn(data: string): Promise<void> {
  let program: SpawnedProgram | undefined;
  try {
    program = await spawnProgram(data);
    const { base, output } = program;
    await until(async () => output().includes("is ready at"), 120_000);
    const entered = await fetch(`${base}/api/control/sessions/demo`, { method: "POST" });
    const { token } = (await entered.json()) as { token: string };
    const listed = await fetch(`${base}/api/things`, { headers: { authorization: `Bearer ${token}` } });
    expect(await listed.text()).toContain(world.device.deviceId);
  } finally {
    program?.process.kill("SIGTERM");
    await program?.ended();
  }
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
