import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { type Host, openFolder, spawnHost } from "../../testing/engines/spawn-host.ts";
import { lockHolder } from "../engines/data-lock.ts";
import { engineHome } from "../engines/engine-home.ts";
import { canReach } from "../engines/engine-user.ts";
import { isAlive } from "../engines/processes.ts";
import { createLog } from "../log.ts";
import { openDatabase } from "./open-database.ts";
import { findPostgresBinaries, requirePostgresBinaries } from "./postgres-binaries.ts";
import { openCluster } from "./postgres-cluster.ts";
import { startPostgres } from "./postgres-engine.ts";
import { launchPostgres } from "./postgres-run.ts";

const log = createLog("silent");
const asRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const SOMEBODY = { name: "nobody", uid: NOBODY, gid: NOBODY };
const folders: string[] = [];
const hosts: Host[] = [];

function folder(mode?: number): string {
  const path = openFolder(mode);
  folders.push(path);
  return path;
}

/** A data folder with a cluster in it: a copy takes a fraction of the time. */
function withCluster(): string {
  const path = folder();
  execFileSync("cp", ["-a", join(prepared, "engines"), path]);
  return path;
}

let prepared = "";
beforeAll(async () => {
  prepared = openFolder();
  await (await spawnHost(prepared)).end("SIGTERM");
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

async function host(...args: Parameters<typeof spawnHost>): Promise<Host> {
  const started = await spawnHost(...args);
  hosts.push(started);
  return started;
}

const ask = async (url: string | undefined, sql: string): Promise<unknown> => {
  const database = openDatabase({ url: url ?? "", log });
  try {
    return (await database.pool.query(sql)).rows;
  } finally {
    await database.close();
  }
};

afterEach(async () => {
  for (const started of hosts.splice(0)) if (started.child.exitCode === null) await started.end("SIGTERM");
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

describe("the embedded PostgreSQL", () => {
  it("comes back after kill -9, with what was committed, and the pool goes on", async () => {
    const postgres = await startPostgres({ databaseUrl: undefined }, engineHome(withCluster()), log);
    const database = openDatabase({ url: postgres.url, log });
    try {
      await database.pool.query("create table kept (n integer); insert into kept values (1)");
      const killed = postgres.pid ?? 0;
      process.kill(killed, "SIGKILL");
      await vi.waitFor(() => expect(isAlive(killed)).toBe(false));
      // A statement on a connection that broke under it fails; one on a new connection waits for the server.
      await vi.waitFor(() => database.pool.query("select 1"), { timeout: 30_000 * PATIENCE });
      const { rows } = await database.pool.query("insert into kept values (2) returning n");
      expect(rows).toEqual([{ n: 2 }]);
      expect((await database.pool.query("select n from kept order by n")).rowCount).toBe(2);
      // The pool may be through a moment before the supervisor has heard of it.
      await vi.waitFor(() => expect(postgres.state).toBe("ready"));
      expect(postgres.pid).not.toBe(killed);
    } finally {
      await database.close();
      await postgres.stop();
    }
  });

  it("comes back after kill -9 while a session of it goes on computing", async () => {
    const postgres = await startPostgres({ databaseUrl: undefined }, engineHome(withCluster()), log);
    const database = openDatabase({ url: postgres.url, log });
    try {
      const busy = database.pool.query("do $$ begin for i in 1..2000000000 loop end loop; end $$");
      await database.pool.query("select 1");
      process.kill(postgres.pid ?? 0, "SIGKILL");
      await expect(busy).rejects.toThrow();
      await vi.waitFor(() => database.pool.query("select 1"), { timeout: 30_000 * PATIENCE });
    } finally {
      await database.close();
      await postgres.stop();
    }
  });

  it("survives kill -9 of the server, is adopted by the next one, and stopped with it", async () => {
    const data = withCluster();
    const first = await host(data);
    await ask(first.url, "create table kept (n integer)");
    await first.end("SIGKILL");
    const second = await host(data);
    expect(second.enginePid).toBe(first.enginePid);
    expect(await ask(second.url, "select count(*) as n from kept")).toEqual([{ n: 0 }]);
    await second.end("SIGTERM");
    expect(isAlive(second.enginePid ?? 0)).toBe(false);
    const third = await host(data);
    expect(third.enginePid).not.toBe(second.enginePid);
  });

  it("runs once per data folder: a second start says so and names the process", async () => {
    const data = withCluster();
    const first = await host(data);
    const second = await host(data);
    expect(second.fault).toBe(
      `Canopy already runs on the data folder ${data} (process ${first.child.pid}): stop it first, or set CANOPY_DATA to another folder.`,
    );
  });

  it("says what is missing when npm installed no binaries", () => {
    expect(findPostgresBinaries("linux", "x64")).toEqual(
      process.arch === "x64"
        ? expect.objectContaining({ ok: true })
        : { ok: false, reason: expect.stringContaining("npm install") },
    );
    expect(findPostgresBinaries("darwin", "arm64")).toEqual({
      ok: false,
      reason: expect.stringContaining("There is no embedded PostgreSQL for darwin-arm64"),
    });
  });

  it("says so when DATABASE_URL leads nowhere", async () => {
    const url = "postgresql://canopy@127.0.0.1:1/canopy";
    await expect(startPostgres({ databaseUrl: url }, engineHome(folder()), log)).rejects.toThrow(
      /^The PostgreSQL of DATABASE_URL does not answer \(.*ECONNREFUSED.*\)/,
    );
  });

  it("keeps its password and socket from other users", async () => {
    const data = withCluster();
    const started = await host(data);
    const home = started.home?.folder ?? "";
    expect(statSync(join(home, "postgres/password")).mode & 0o077).toBe(0);
    expect(statSync(join(home, "postgres/run")).mode & 0o077).toBe(0);
    expect(await ask(started.url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    const stranger = (started.url ?? "").replace(/:[0-9a-f]+@/, ":wrong@");
    await expect(ask(stranger, "select 1")).rejects.toThrow(/password authentication failed/);
  });

  it("works in a folder whose path is too long for a socket", async () => {
    const data = join(folder(), "x".repeat(120));
    mkdirSync(data);
    const started = await host(data);
    expect(await ask(started.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });
});

describe.runIf(asRoot)("the embedded PostgreSQL as root", () => {
  it("runs as an unprivileged user", async () => {
    const started = await host(withCluster());
    expect(statSync(`/proc/${started.enginePid}`).uid).not.toBe(0);
  });

  it("is not started a second time from another container, whose processes and memory are its own [OPS-02]", async ({
    skip,
  }) => {
    if (spawnSync("unshare", ["--pid", "--ipc", "--fork", "--mount-proc", "true"]).status !== 0)
      skip("this machine lets nobody unshare");
    const data = withCluster();
    const first = await host(data);
    await ask(first.url, "create table kept (n integer)");
    const second = await host(data, { isApart: true });
    expect(second.fault).toContain("Canopy runs on these data in another container");
    expect(lockHolder(data)).toBe(first.child.pid);
    expect(await ask(first.url, "select n from kept")).toEqual([]);
    expect(isAlive(first.enginePid ?? 0)).toBe(true);
  });

  it("runs as an ordinary user, and as root stays with the user that made the data", async ({ skip }) => {
    if (!canReach(import.meta.dirname, SOMEBODY)) skip("this clone lies where an ordinary user cannot enter");
    const data = folder();
    chownSync(data, NOBODY, NOBODY);
    const ordinary = await host(data, { uid: NOBODY });
    expect(statSync(`/proc/${ordinary.enginePid}`).uid).toBe(NOBODY);
    expect(ordinary.home?.folder).toBe(join(data, "engines"));
    await ordinary.end("SIGTERM");
    const root = await host(data);
    expect(statSync(`/proc/${root.enginePid}`).uid).toBe(NOBODY);
  });

  it("moves out of a folder of mode 0700, and is found there again", async () => {
    const data = join(folder(0o700), "data");
    const relocatedRoot = join(folder(), "canopy");
    const first = await host(data, { relocatedRoot });
    expect(first.home).toMatchObject({ relocated: true, folder: expect.stringContaining(`${relocatedRoot}/`) });
    await ask(first.url, "create table kept (n integer)");
    await first.end("SIGKILL");
    const second = await host(data, { relocatedRoot });
    expect(second.enginePid).toBe(first.enginePid);
    expect(await ask(second.url, "select n from kept")).toEqual([]);
  });

  it("begins anew, and keeps the old aside, when such a data folder was thrown away", async () => {
    const data = join(folder(0o700), "data");
    const relocatedRoot = join(folder(), "canopy");
    const first = await host(data, { relocatedRoot });
    await ask(first.url, "create table old (n integer)");
    await first.end("SIGTERM");
    rmSync(data, { recursive: true });
    const second = await host(data, { relocatedRoot });
    await expect(ask(second.url, "select n from old")).rejects.toThrow(/does not exist/);
  });

  it("copies its binaries out of a clone of mode 0700", async () => {
    const clone = folder(0o700);
    const { folder: installed, version } = requirePostgresBinaries();
    cpSync(installed, join(clone, "native"), { recursive: true, verbatimSymlinks: true });
    const data = join(clone, "data");
    mkdirSync(data);
    const home = engineHome(data, join(folder(), "canopy"));
    const cluster = await openCluster(home, { folder: join(clone, "native"), version });
    const run = await launchPostgres(cluster);
    try {
      expect(cluster.binaries.startsWith(home.folder)).toBe(true);
    } finally {
      await run.stop();
    }
  });
});
