import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { makeTestRule } from "../../alarms/rules/test-rule.ts";
import type { Database } from "../../platform/postgres/open-database.ts";
import { createDbc } from "../../signals/dbc/keep-dbc.ts";
import { insertStrategy } from "../../signals/kept/strategy-store.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { testDownload } from "../../testing/stored/test-download.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { smallDbc } from "../../testing/worlds/test-dbc.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { batchAt } from "../ingest/test-batch-at.ts";
import { insertLogLines } from "../reports/device-report-store.ts";

const NOW_MS = Date.now();
const HOUR_MS = 3_600_000;

describe("the end of a tenant", () => {
  let engines: FrameEngines;
  let world: TestApp;
  let operator: TestUser;

  beforeAll(async () => {
    engines = await frameEngines();
    world = await testApp({}, { store: engines.store, work: true });
    operator = await world.user({ tenant: "erase_platform", name: "eraser", role: "system" });
  });
  afterAll(async () => {
    await world?.close();
    await engines?.end();
  });

  /** A tenant with frames, positions, reports, a rule, a strategy and a download on disk. */
  const inhabited = async (name: string): Promise<{ owner: TestUser; device: TestDevice }> => {
    const { db } = world.database;
    const owner = await world.user({ tenant: name, name, role: "manager" });
    const device = await testDevice(db, owner.tenantId);
    const { tenantId, userId } = owner;
    const ingest = engines.ingest({ clock: systemClock });
    await ingest.ingest(batchAt(device, 1, NOW_MS - HOUR_MS));
    await engines.settle();
    await ingest.ingest(batchAt(device, 2, NOW_MS - HOUR_MS / 2));
    await ingest.close();
    const position = { time: NOW_MS, latitude: 1, longitude: 2 };
    await engines.store.points.addPositions([{ bindingNumber: device.bindingNumber, position }]);
    await insertLogLines(db, device, [{ time: 1, level: "info", text: "x" }], NOW_MS);
    await makeTestRule(db, { tenantId, userId, userName: name });
    const signals = [{ message_id: 256, is_extended: false, signal: "Speed" }];
    const given = { bytes: Buffer.from(smallDbc()), remark: "", draft: false, author: "" };
    const dbcId = await createDbc(db, tenantId, "a.dbc", given);
    await insertStrategy(db, tenantId, { name: "DBCSIG_a", nickname: "", remark: "", dbcId, signals, author: "" });
    await testDownload(db, world.transferFolder, owner);
    return { owner, device };
  };
  const erase = (tenant: TestUser, body: object, user = operator) =>
    world.call(user, { method: "POST", url: `/api/operating/tenants/${tenant.tenantId}/erasure`, payload: body });
  /** Every table of a database with rows that name the tenant or one of its bindings. */
  const traces = async ({ db }: Pick<Database, "db">, tenantId: string, binding: number) => {
    const columns = await sql<{ table_name: string; column_name: string }>`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_name in ('tenant_id', 'binding')`.execute(db);
    const found: string[] = [];
    for (const { table_name: table, column_name: column } of columns.rows) {
      const value = column === "binding" ? binding : tenantId;
      const rows = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value} limit 1`.execute(db);
      if (rows.rows.length > 0) found.push(table);
    }
    return [...new Set(found)].sort();
  };
  const filesOf = () =>
    readdirSync(engines.folder, { recursive: true }).filter((name) => String(name).endsWith(".seg"));

  it("needs its typed name and the password, and is the system manager's alone", async () => {
    const { owner } = await inhabited("erase_kept");
    const right = { name: "erase_kept", password: TEST_PASSWORD };
    expect((await erase(owner, right, owner)).statusCode).toBe(403);
    expect((await erase(owner, { ...right, name: "other" })).json()).toMatchObject({
      code: "accounts.tenantNameDiffers",
    });
    expect((await erase(owner, { ...right, password: "wrong" })).json()).toMatchObject({
      code: "frames.wrongPassword",
    });
    expect((await erase(operator, { name: "erase_platform", password: TEST_PASSWORD })).json()).toMatchObject({
      code: "accounts.platformTenant",
    });
    expect((await world.call(owner, { url: "/api/things" })).statusCode).toBe(200);
  });

  it("leaves nothing in either database nor on disk, and others untouched", async () => {
    const { owner, device } = await inhabited("erase_gone");
    const other = await inhabited("erase_other");
    const named = await engines.framesDatabase.pool.query<{ name: string }>(
      "select distinct f.name from segments s join segment_files f on f.id = s.file where s.binding = $1",
      [device.bindingNumber],
    );
    const own = named.rows.map(({ name }) => name);
    expect(filesOf()).toEqual(expect.arrayContaining(own));
    const { tenantId } = owner;
    const answer = await erase(owner, { name: "erase_gone", password: TEST_PASSWORD });
    expect(answer.statusCode).toBe(200);
    // No user of it is let in from here on.
    expect((await world.call(owner, { url: "/api/things" })).statusCode).toBe(401);
    await vi.waitFor(
      async () => expect(await world.jobs.get(operator.tenantId, answer.json().id)).toMatchObject({ state: "done" }),
      { timeout: 30_000 * PATIENCE },
    );
    await engines.store.sweepAll();
    expect(await traces(world.database, tenantId, device.bindingNumber)).toEqual([]);
    // A closed number: what is still on its way finds it closed.
    expect(await traces(engines.framesDatabase, tenantId, device.bindingNumber)).toEqual(["frame_bindings"]);
    const tenants = await sql`select 1 from tenants where id = ${tenantId}`.execute(world.database.db);
    expect(tenants.rows).toEqual([]);
    expect(filesOf().filter((name) => own.includes(String(name)))).toEqual([]);
    expect(readdirSync(join(world.transferFolder, "downloads"))).toHaveLength(2);
    expect((await engines.store.frames.extent(other.device.bindingNumber)).frames).toBe(20);
    expect((await world.call(other.owner, { url: "/api/things" })).json().list).toHaveLength(2);
    expect((await engines.store.verify(() => undefined)).problems).toBe(0);
  });
});
