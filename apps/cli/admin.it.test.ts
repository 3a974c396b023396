import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { createAccount } from "../server/accounts/create-account.ts";
import { checkChain } from "../server/accounts/log/operation-chain.ts";
import { findSignInAccounts } from "../server/accounts/user-store.ts";
import { packageOf } from "../server/capacity/package-store.ts";
import { insertRequest } from "../server/capacity/request-store.ts";
import { findAnnouncements } from "../server/messages/announcement-store.ts";
import { openFolder } from "../server/testing/engines/spawn-host.ts";
import { testDatabase } from "../server/testing/engines/test-database.ts";

const canopy = join(import.meta.dirname, "bin/canopy.mjs");
const folder = openFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

type Database = Awaited<ReturnType<typeof testDatabase>>;

async function withAdmin(work: (admin: (...args: string[]) => Promise<Outcome>, database: Database) => Promise<void>) {
  const database = await testDatabase();
  const env = { PATH: process.env.PATH ?? "", CANOPY_DATA: join(folder, "data"), DATABASE_URL: database.url };
  const admin = async (...args: string[]): Promise<Outcome> => {
    try {
      const done = await promisify(execFile)(process.execPath, [canopy, "admin", ...args], { cwd: folder, env });
      return { code: 0, ...done };
    } catch (error) {
      const { code, stdout, stderr } = error as Outcome;
      return { code, stdout, stderr };
    }
  };
  try {
    await work(admin, database);
  } finally {
    await database.drop();
  }
}

async function newTenant({ db }: Database, name: string) {
  const account = {
    tenant: `${name} fleet`,
    tenantKind: "owner",
    name,
    password: "Right-Pass1",
    role: "manager",
  } as const;
  return createAccount(db, { ...account, phone: `139${String(name.length).padStart(8, "0")}` });
}

async function newApplicant(database: Database, name: string): Promise<void> {
  const { tenantId } = await newTenant(database, name);
  await sql`update tenants set state = 'review', applied_at = now() where id = ${tenantId}`.execute(database.db);
}

describe("canopy admin", () => {
  it("lists registrations, approves one and refuses one, and both are told [USR-08] [ACC-17]", async () => {
    await withAdmin(async (admin, database) => {
      await newApplicant(database, "north");
      await newApplicant(database, "southern");
      const waiting = (await admin("registrations", "--state", "review")).stdout.trim().split("\n");
      expect(waiting.map((line) => JSON.parse(line).user_name).sort()).toEqual(["north", "southern"]);

      expect((await admin("approve", "north")).stdout).toBe("north was approved\n");
      expect((await admin("approve", "north")).stderr).toContain("already been decided");
      expect((await admin("refuse", "southern")).stderr).toContain("--reason: Say why");
      expect((await admin("refuse", "southern", "--reason", "No such company")).code).toBe(0);
      expect((await admin("approve", "nobody")).stderr).toContain("nobody named nobody has registered");
      expect((await admin("registrations", "--state", "lost")).code).toBe(2);

      const states = await Promise.all(["north", "southern"].map((name) => findSignInAccounts(database.db, name)));
      expect(states.map(([user]) => user?.tenantState)).toEqual(["active", "refused"]);
      const sent = await sql<{ content: string }>`select content from outbox order by id`.execute(database.db);
      const words = sent.rows.map(({ content }) => content).join("\n");
      expect(words).toContain("north was approved");
      expect(words).toContain("southern was refused: No such company");
    });
  });

  it("shows and sets limits of a package, all of them or none [USR-08] [CAP-01]", async () => {
    await withAdmin(async (admin, database) => {
      const { tenantId } = await newTenant(database, "north");
      expect(JSON.parse((await admin("package", "north fleet")).stdout)).toMatchObject({ things_num: 2 });
      const set = await admin(
        "package",
        "north fleet",
        "things_num=40",
        "alert_sms=none",
        "database_storage_space=2.5",
      );
      expect(JSON.parse(set.stdout)).toMatchObject({ things_num: 40, alert_sms: null, database_storage_space: 2.5 });
      for (const [change, words] of [
        ["no_such=1", "no limit no_such"],
        ["label_num=-1", "label_num: a number from 0"],
        ["label_num=", "label_num: a number from 0"],
        ["label_num=1e99", "label_num: a number from 0"],
      ] as const)
        expect(await admin("package", "north fleet", "things_num=41", change)).toMatchObject({
          code: 2,
          stderr: expect.stringContaining(words),
        });
      expect(await packageOf(database.db, tenantId)).toMatchObject({ things_num: 40, label_num: 100 });
      expect((await admin("package", "nobody")).stderr).toContain("no tenant is named nobody");
    });
  });

  it("grants a capacity request with its limit and denies one, once, and the managers hear of it [USR-08] [NAV-16]", async () => {
    await withAdmin(async (admin, database) => {
      const { tenantId, userId } = await newTenant(database, "north");
      const asked = { tenantId, userId, userName: "north", reason: "more vans", contact: "" };
      await insertRequest(database.db, { ...asked, quota: "things_num", amount: 10 });
      await insertRequest(database.db, { ...asked, quota: "label_num", amount: 500 });
      const rows = (await admin("requests")).stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const idOf = (quota: string): string => rows.find((row) => row.quota === quota)?.id ?? "";

      expect((await admin("grant", idOf("things_num"), "--amount", "8", "--text", "Enjoy")).code).toBe(0);
      expect((await admin("grant", idOf("things_num"))).stderr).toContain("answered already");
      expect((await admin("deny", idOf("label_num"), "--text", "Too many")).code).toBe(0);
      expect((await admin("grant", "17")).stderr).toContain("is no id");
      expect((await admin("grant", idOf("label_num"), "--amount", "0")).stderr).toContain("--amount");

      expect(await packageOf(database.db, tenantId)).toMatchObject({ things_num: 8, label_num: 100 });
      const told = await sql<{ text: string }>`select user_messages::text as text from user_messages`.execute(
        database.db,
      );
      const words = told.rows.map(({ text }) => text).join("\n");
      expect(words).toContain("Enjoy");
      expect(words).toContain("Too many");
    });
  });

  it("writes every change into the operation log, whose chain stays whole, and no list [USR-07] [USR-08]", async () => {
    await withAdmin(async (admin, database) => {
      await admin("create", "--name", "chief");
      await newApplicant(database, "north");
      await admin("registrations");
      await admin("approve", "north");
      await admin("approve", "north");
      await admin("package", "north fleet");
      await admin("package", "north fleet", "label_num=7");
      const [chief] = await findSignInAccounts(database.db, "chief");
      const rows = await sql<{ operation: string; status: number; user_name: string; error_code: string | null }>`
        select operation, status, user_name, error_code from operation_log
        where tenant_id = ${chief?.tenantId} order by seq`.execute(database.db);
      expect(rows.rows.map(({ operation, status }) => [operation, status])).toEqual([
        ["accounts.createSystemManager", 200],
        ["accounts.decideRegistration", 200],
        ["accounts.decideRegistration", 409],
        ["capacity.setTenantPackage", 200],
      ]);
      expect(rows.rows[2]?.error_code).toMatch(/alreadyDecided|\./);
      expect(rows.rows[0]?.user_name).toMatch(/^canopy: ./);
      expect(await checkChain(database.db, chief?.tenantId ?? "")).toMatchObject({ rows: 4, broken_at: null });
      const all = await sql`select log::text as row from operation_log log`.execute(database.db);
      expect(JSON.stringify(all.rows)).not.toMatch(/password/i);
    });
  });

  it("makes no system manager in a tenant that users called platform [USR-01]", async () => {
    await withAdmin(async (admin, database) => {
      const { tenantId } = await newTenant(database, "north");
      await sql`update tenants set name = 'platform' where id = ${tenantId}`.execute(database.db);
      expect((await admin("create", "--name", "chief")).code).toBe(0);
      expect((await admin("create", "--name", "second")).code).toBe(0);
      const found = await Promise.all(["chief", "second"].map((name) => findSignInAccounts(database.db, name)));
      const platform = found.flat().map((user) => user.tenantId);
      expect(platform).toEqual([platform[0], platform[0]]);
      expect(platform[0]).not.toBe(tenantId);
      const logged = await sql<{ tenant_id: string }>`select tenant_id from operation_log order by id`.execute(
        database.db,
      );
      expect(logged.rows.map((row) => row.tenant_id)).toEqual(platform);
    });
  });

  it("publishes an announcement to a tenant, lists it and withdraws it [USR-08] [NAV-09]", async () => {
    await withAdmin(async (admin, database) => {
      const north = await newTenant(database, "north");
      const other = await newTenant(database, "southern");
      const texts = ["--title-zh", "维护", "--title-en", "Upkeep", "--text-zh", "今晚", "--text-en", "Tonight"];
      const made = await admin("announce", ...texts, "--from", "2026-01-01T00:00Z", "--tenant", "north fleet");
      const id = made.stdout.trim();
      expect(await findAnnouncements(database.db, north, "en")).toMatchObject([{ id, title: "Upkeep" }]);
      expect(await findAnnouncements(database.db, other, "en")).toEqual([]);
      expect(JSON.parse((await admin("announcements")).stdout)).toMatchObject({ id, title_zh: "维护" });
      expect((await admin("announce", ...texts.slice(2))).stderr).toContain("--title-zh");
      expect((await admin("announce", ...texts, "--until", "soon")).stderr).toContain("--until");
      expect((await admin("withdraw", id)).code).toBe(0);
      expect((await admin("withdraw", id)).stderr).toContain("there is no announcement");
      const logged = await sql<{ operation: string }>`select operation from operation_log order by id`.execute(
        database.db,
      );
      expect(logged.rows.map(({ operation }) => operation)).toEqual([
        "messages.createAnnouncement",
        "messages.deleteAnnouncement",
      ]);
      expect((await admin("withdraw")).stderr).toContain("see canopy admin --help");
    });
  });
});
