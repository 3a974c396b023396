import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { findLoginProvider, storeLoginProvider } from "../server/accounts/arrival/login-provider-store.ts";
import { claimDue, insertOutgoing } from "../server/messages/outbox-store.ts";
import { findProvider, storeProvider } from "../server/messages/provider-store.ts";
import { createLog } from "../server/platform/log.ts";
import { type Database, openDatabase } from "../server/platform/postgres/open-database.ts";
import { seal, unseal } from "../server/platform/seal.ts";
import "../server/testing/engines/engines.setup.ts";
import { openFolder } from "../server/testing/engines/spawn-host.ts";
import { copyDatabase, dropDatabase } from "../server/testing/engines/test-databases.ts";

const canopy = join(import.meta.dirname, "bin/canopy.mjs");
const folder = openFolder();
const [OLD, NEW, THIRD] = ["old", "new", "third"].map((name) => `the ${name} secret of an installation`) as [
  string,
  string,
  string,
];
let url: string;
beforeAll(async () => {
  const server = inject("postgres");
  url = await copyDatabase(server.url, server.template);
});
afterAll(async () => {
  await dropDatabase(inject("postgres").url, new URL(url).pathname.slice(1));
  rmSync(folder, { recursive: true, force: true });
});

async function rotate(more: Record<string, string>) {
  const env = { PATH: process.env.PATH ?? "", CANOPY_DATA: join(folder, "data"), DATABASE_URL: url, ...more };
  try {
    const done = await promisify(execFile)(process.execPath, [canopy, "secret", "rotate"], { cwd: folder, env });
    return { code: 0, ...done };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, log: createLog("error"), maxConnections: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const provider = { kind: "smtp", values: {}, secret: "a password" };
const login = { isOn: true, appId: "app", secret: "of weixin", signInUrl: "https://a", apiUrl: "https://b" };
const message = { tenantId: null, channel: "webhook", destination: "https://h", subject: "", content: "x" } as const;
const signed = { ...message, template: "notice", parameters: {}, target: "a signing secret" } as const;

it("canopy secret rotate encrypts everything anew, goes on where it was cut off, and names what neither secret opens", async () => {
  const rotated = { CANOPY_SECRET: NEW, CANOPY_OLD_SECRET: OLD };
  await onDatabase(async ({ db, pool }) => {
    await storeProvider(db, OLD, "email", provider);
    // One that a run which was cut off has done already.
    await storeLoginProvider({ db, secret: NEW }, "weixin", login);
    for (let i = 0; i < 600; i += 1) await insertOutgoing(db, signed, "waiting", OLD);
    const tenant = await pool.query(
      "insert into tenants (name, kind, state) values ('t', 'owner', 'active') returning id",
    );
    await pool.query(
      `insert into unlock_files (tenant_id, name, content, levels, sha256, user_name)
        values ($1, 'lost', $2, '{}', '', ''), ($1, 'kept', $3, '{}', '', '')`,
      [tenant.rows[0].id, seal(THIRD, "diagnosis.unlock", {}), seal(OLD, "diagnosis.unlock", { levels: {} })],
    );
    const beside = await rotate(rotated);
    expect(beside).toMatchObject({ code: 2, stderr: expect.stringContaining("stop it on all machines") });
  });
  expect(await rotate({ CANOPY_SECRET: NEW })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("CANOPY_OLD_SECRET"),
  });
  const first = await rotate(rotated);
  expect(first.code, first.stderr).toBe(1);
  expect(first.stdout).toMatch(/outbox\.target +600 encrypted anew, 0 were already\n/);
  expect(first.stdout).toMatch(/login_providers\.secret +0 encrypted anew, 1 were already\n/);
  expect(first.stdout).toMatch(/unlock_files\.content +1 encrypted anew, 0 were already; 1 can be read with neither/);
  const second = await rotate(rotated);
  expect(second.stdout).toMatch(/outbox\.target +0 encrypted anew, 600 were already\n/);
  expect(second.stdout).not.toMatch(/[1-9]\d* encrypted anew/);
  await onDatabase(async ({ db, pool }) => {
    expect(await findProvider(db, NEW, "email")).toEqual(provider);
    expect(await findLoginProvider({ db, secret: NEW }, "weixin")).toEqual(login);
    const claimed = await claimDue(db, NEW, ["webhook"], 1000);
    expect(new Set(claimed.map(({ message: { target } }) => target))).toEqual(new Set(["a signing secret"]));
    const kept = await pool.query("select content from unlock_files where name = 'kept'");
    expect(unseal(NEW, "diagnosis.unlock", kept.rows[0].content)).toEqual({ levels: {} });
  });
});
