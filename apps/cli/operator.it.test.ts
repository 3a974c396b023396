import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { FrameBatch } from "@canopy/can/frame/batch";
import { afterAll, describe, expect, inject, it } from "vitest";
import { openSession } from "../server/accounts/open-session.ts";
import { passwordFits } from "../server/accounts/passwords.ts";
import { findSignInAccounts, getUser } from "../server/accounts/user-store.ts";
import { openIngest } from "../server/frames/ingest/open-ingest.ts";
import { createLog } from "../server/platform/log.ts";
import { openFolder } from "../server/testing/engines/spawn-host.ts";
import { testDatabase } from "../server/testing/engines/test-database.ts";
import { type TestFrameStore, testFrameStore } from "../server/testing/engines/test-frame-store.ts";
import { framesInLake, framesInStore } from "../server/testing/stored/test-lake.ts";
import { testLakePlaces, whyNoLakeInS3 } from "../server/testing/stored/test-lake-places.ts";
import { testDevice } from "../server/testing/terminals/test-device.ts";

const noS3 = whyNoLakeInS3();
const canopy = join(import.meta.dirname, "bin/canopy.mjs");
const folder = openFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

async function run(args: string[], env: Record<string, string>): Promise<Outcome> {
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? "", CANOPY_DATA: join(folder, "data"), ...env } };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [canopy, ...args], options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as Outcome;
    return { code, stdout, stderr };
  }
}

describe("the operator's command line", () => {
  it("makes a system manager, and a token that is printed once and works [USR-09]", async () => {
    const database = await testDatabase();
    const env = { DATABASE_URL: database.url };
    try {
      const made = await run(["admin", "create", "--name", "chief"], env);
      expect(made.stdout).toMatch(/^chief can sign in with \S{8,16}\n$/);
      expect((await run(["admin", "create", "--name", "chief"], env)).stderr).toContain("taken");
      const token = await run(["token", "create", "--user", "chief", "--scope", "read"], env);
      expect(token.stdout).toMatch(/^cnp_[\w-]{43}\n$/);
      const stored = await database.pool.query("select access_tokens::text as row from access_tokens");
      expect(JSON.stringify(stored.rows)).not.toContain(token.stdout.trim());
    } finally {
      await database.drop();
    }
    expect(inject("postgres").url).toBeDefined();
  });

  it("makes a tenant whose owner can sign in, lists it, closes it and opens it again [USR-01]", async () => {
    const database = await testDatabase();
    const tenant = (...args: string[]) => run(["tenant", ...args], { DATABASE_URL: database.url });
    try {
      const made = await tenant("create", "--name", "North Fleet", "--owner", "north", "--phone", "13900000077");
      const password = /^north of North Fleet can sign in with (\S{8,16})\n$/.exec(made.stdout)?.[1] ?? "";
      const [owner] = await findSignInAccounts(database.db, "north");
      expect(owner).toMatchObject({ role: "manager", tenantState: "active", phone: "13900000077" });
      expect(await passwordFits(password, owner?.passwordHash)).toBe(true);
      for (const [args, words] of [
        [["--name", "North Fleet", "--owner", "other"], "tenant of this name"],
        [["--name", "South", "--owner", "north"], "taken"],
        [["--name", "South", "--owner", "south", "--phone", "13900000077"], "already registered"],
        [["--name", "South", "--owner", "1south"], "--owner: A username"],
        [["--owner", "south"], "--name"],
      ] as const)
        expect(await tenant("create", ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
      const user = await getUser(database.db, owner?.tenantId ?? "", owner?.id ?? "");
      if (user) await openSession(database.db, user, { address: "127.0.0.1", agent: "test" }, false);
      const sessions = async () => (await database.pool.query("select from sessions")).rowCount;
      expect(await sessions()).toBe(1);
      expect((await tenant("close", "North Fleet")).stdout).toBe("North Fleet is closed\n");
      expect(await sessions()).toBe(0);
      expect(JSON.parse((await tenant("list", "--name", "north")).stdout)).toMatchObject({ state: "closed", users: 1 });
      expect((await tenant("open", "North Fleet")).stdout).toBe("North Fleet is active\n");
      expect((await tenant("close", "nobody")).stderr).toContain("no tenant is named nobody");
      await run(["admin", "create"], { DATABASE_URL: database.url });
      expect((await tenant("close", "platform")).stderr).toContain("cannot be closed");
      await database.pool.query("update tenants set state = 'review' where name = 'North Fleet'");
      expect((await tenant("open", "North Fleet")).stderr).toContain("has not been approved");
    } finally {
      await database.drop();
    }
  });

  it("prints the outbox, codes among it, for the operator alone [ACC-07]", async () => {
    const database = await testDatabase();
    try {
      await database.pool.query(`insert into outbox (channel, destination, content, state)
        values ('sms', '13800000000', 'code 123456', 'unconfigured')`);
      const shown = await run(["outbox", "--to", "138"], { DATABASE_URL: database.url });
      expect(JSON.parse(shown.stdout)).toMatchObject({ destination: "13800000000", content: "code 123456" });
    } finally {
      await database.drop();
    }
  });

  it("explains a broken call, a broken configuration and an unreachable database in words", async () => {
    const nobody = { DATABASE_URL: "postgres://u:pw@127.0.0.1:1/x" };
    expect(await run(["token", "create"], nobody)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--help"),
    });
    const away = await run(["outbox"], nobody);
    expect(away).toMatchObject({ code: 2, stderr: expect.stringContaining("DATABASE_URL") });
    expect(away.stderr).not.toContain("pw@");
    const broken = await run(["outbox"], { CANOPY_HTTP_PORT: "many" });
    expect(broken.stderr).toContain("CANOPY_HTTP_PORT");
  });

  it("verifies the frame store beside the server, and says which file is damaged [DAT-08]", async () => {
    const database = await testDatabase();
    const frames = await testFrameStore();
    const env = {
      DATABASE_URL: database.url,
      FRAMES_DATABASE_URL: frames.framesDatabase.url,
      CANOPY_DATA: dirname(frames.folder),
    };
    try {
      await storeSome(frames);
      expect((await run(["doctor"], env)).stdout).toMatch(/landed +300 frames in 1 batches/);
      await frames.settle();
      expect((await run(["doctor"], env)).stdout).toMatch(/frame store +300 frames, 1 segments, 1 files/);
      const clean = await run(["verify"], env);
      expect(clean).toMatchObject({ code: 0, stdout: expect.stringContaining("300 frames: no problems") });
      const [named = ""] = segmentsBelow(frames.folder);
      const later = named.replace(/[0-9a-f]{32}\.seg$/, `${"0".repeat(32)}.seg`);
      writeFileSync(join(frames.folder, later), "of after the recovery");
      writeFileSync(join(frames.folder, "notes.txt"), "not of Canopy");
      expect((await run(["verify"], env)).stdout).toContain("no row names this file");
      const listed = await run(["verify", "--remove-unnamed"], env);
      expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing was removed; with --yes") });
      expect(listed.stdout).toContain(`${later} 21 bytes\n1 files`);
      expect(segmentsBelow(frames.folder)).toContain(later);
      await frames.framesDatabase.pool.query(
        "insert into backup_leases (id, until) values (gen_random_uuid(), now() + interval '1 minute')",
      );
      const beside = await run(["verify", "--remove-unnamed", "--yes"], env);
      expect(beside).toMatchObject({ code: 2, stderr: expect.stringContaining("a backup is being made") });
      await frames.framesDatabase.pool.query("delete from backup_leases");
      const removed = await run(["verify", "--remove-unnamed", "--yes", "--json"], env);
      expect(JSON.parse(removed.stdout.trim().split("\n").at(-1) ?? "")).toEqual({
        summary: { files: 1, bytes: 21, removed: true },
      });
      expect(segmentsBelow(frames.folder)).toEqual([named]);
      expect(readFileSync(join(frames.folder, "notes.txt"), "utf8")).toBe("not of Canopy");
      rmSync(join(frames.folder, "notes.txt"));
      expect((await run(["verify"], env)).stdout).toContain("300 frames: no problems");
      damage(frames.folder);
      const damaged = await run(["verify", "--json"], env);
      const lines = damaged.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(damaged.code).toBe(1);
      expect(lines.at(-1)).toMatchObject({ summary: { problems: lines.length - 1 } });
      expect(lines.length).toBeGreaterThan(1);
    } finally {
      await frames.drop();
      await database.drop();
    }
  });

  it("exports the lake beside the server, and says what is wrong with a call [OPS-06]", async () => {
    const database = await testDatabase();
    const frames = await testFrameStore();
    const env = {
      DATABASE_URL: database.url,
      FRAMES_DATABASE_URL: frames.framesDatabase.url,
      CANOPY_DATA: dirname(frames.folder),
    };
    const to = join(folder, "lake");
    try {
      await run(["tenant", "create", "--name", "North Fleet", "--owner", "north"], env);
      const tenant = await database.pool.query("select id from tenants where name = 'North Fleet'");
      const device = await testDevice(database.db, tenant.rows[0].id);
      await storeSome(frames, device);
      await frames.settle();
      const first = await run(["lake", "export", "--to", to, "--tenant", "North Fleet"], env);
      expect(first.code, first.stderr).toBe(0);
      expect(JSON.parse(first.stdout)).toMatchObject({ rows: 300, removed: 0, problems: 0 });
      const stored = await framesInStore(frames.store.frames, device.bindingNumber);
      expect(await framesInLake(to, device.deviceId)).toEqual({ hyparquet: stored, duckDb: stored });
      const second = await run(["lake", "export", "--to", to, "--only", "frames"], env);
      expect(JSON.parse(second.stdout)).toMatchObject({ written: 0, rows: 0 });
      for (const [args, words] of [
        [["lake"], "canopy lake --help"],
        [["lake", "export", "--to", "ftp://id:hunter2@host/lake"], "--to: expected a folder, or https://KEY"],
        [["lake", "export", "--to", to, "--from", "2026-02-31"], "--from 2026-02-31"],
        [["lake", "export", "--to", to, "--only", "none"], "frames or signals"],
        [["lake", "export", "--to", to, "--tenant", "nobody"], "no tenant is named nobody"],
        [["sql"], "--dbc is needed"],
      ] as const)
        expect(await run([...args], env)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
    } finally {
      await frames.drop();
      await database.drop();
    }
  });

  it.skipIf(noS3 !== undefined)("exports the lake to S3, and never repeats its keys [OPS-06] [FIL-06]", async () => {
    const database = await testDatabase();
    const frames = await testFrameStore();
    const places = await testLakePlaces("s3");
    const lake = places.make();
    const { prefix, endpoint = "" } = lake.place.kind === "s3" ? lake.place.settings : { prefix: "" };
    const url = `${endpoint.replace("//", "//test%3Atester:testing@")}/canopy/${prefix}`;
    const env = {
      DATABASE_URL: database.url,
      FRAMES_DATABASE_URL: frames.framesDatabase.url,
      CANOPY_DATA: dirname(frames.folder),
    };
    try {
      await run(["tenant", "create", "--name", "North Fleet", "--owner", "north"], env);
      const tenant = await database.pool.query("select id from tenants where name = 'North Fleet'");
      const device = await testDevice(database.db, tenant.rows[0].id);
      await storeSome(frames, device);
      await frames.settle();
      const first = await run(["lake", "export", "--to", url], env);
      expect(first.code, first.stderr).toBe(0);
      expect(JSON.parse(first.stdout)).toMatchObject({ rows: 300, removed: 0, problems: 0 });
      const stored = await framesInStore(frames.store.frames, device.bindingNumber);
      const read = await framesInLake(await lake.seen(), device.deviceId);
      expect(read).toEqual({ hyparquet: stored, duckDb: stored });
      const second = await run(["lake", "export"], { ...env, CANOPY_LAKE: url });
      expect(JSON.parse(second.stdout)).toMatchObject({ written: 0, rows: 0 });
      const wrong = await run(["lake", "export", "--to", url.replace("testing", "hunter2")], env);
      expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("--to has keys that canopy/") });
      expect(wrong.stderr + wrong.stdout).not.toContain("hunter2");
    } finally {
      await places.drop();
      await frames.drop();
      await database.drop();
    }
  });

  it("examines configuration and machine", async () => {
    const seen = await run(["doctor"], { CANOPY_SECRET: "0123456789abcdef0123456789abcdef" });
    expect(seen.stdout).toMatch(/CANOPY_SECRET +\(hidden\)/);
    expect(seen.stdout).toMatch(/postgres/i);
    expect(seen.stdout).toMatch(/frame store +not running/);
  });
});

const DEVICE = { bindingNumber: 1, deviceId: "device", tenantId: "00000000-0000-4000-8000-000000000000" };

async function storeSome({ store }: TestFrameStore, device = DEVICE): Promise<void> {
  const ingest = openIngest({ landing: store.landing, log: createLog("error"), mayStore: () => true });
  const frames = new FrameBatch();
  const startUs = Date.now() * 1000 - 60_000_000;
  for (let i = 0; i < 300; i += 1) frames.push(startUs + i * 10_000, 0, 0x123, 0, 2, Uint8Array.of(i & 255, i >> 4));
  const { bindingNumber, deviceId, tenantId } = device;
  await ingest.ingest({
    bindingNumber,
    deviceId,
    tenantId,
    receivedAtMs: Date.now(),
    epoch: 1,
    sequence: 0,
    frames,
    raw: undefined,
  });
  await ingest.close();
}

const segmentsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".seg"));

/** Flips a bit in the middle of a file of the store. */
function damage(folder: string): void {
  const [name = ""] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.\w+$/.test(path));
  const path = join(folder, name);
  const bytes = readFileSync(path);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
