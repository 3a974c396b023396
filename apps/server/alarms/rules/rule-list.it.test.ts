import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { insertSet, LABELS } from "../../devices/fleet/named-set-store.ts";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { POSTGRES_MIGRATIONS } from "../../platform/postgres/migrate.ts";
import { type TestFrameStore, testFrameStore } from "../../testing/engines/test-frame-store.ts";
import { grantLevel, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { batchOf } from "../../testing/worlds/test-alarm-world.ts";
import { makeTestEvent } from "../events/test-event.ts";
import { RuleKeeper } from "../watch/rule-keeper.ts";
import { sampleRule } from "./test-rule.ts";

let frames: TestFrameStore;
let world: TestApp;
let acme: TestUser;
const log = createLog("fatal");
const bus = localBus(log);

beforeAll(async () => {
  frames = await testFrameStore();
  world = await testApp({}, { bus, store: frames.store });
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
});
afterAll(async () => {
  await world.close();
  await frames.drop();
});

const send = (method: "GET" | "POST" | "PUT", path: string, payload?: object, user = acme) =>
  world.call(user, { method, url: `/api${path}`, ...(payload && { payload }) });
const create = async (more: object): Promise<string> =>
  (await send("POST", "/alarm-rules", { ...sampleRule(), ...more })).json().data.rule_id;
const listed = async (name: string, query = "", user = acme) =>
  (await send("GET", `/alarm-rules?keyword=${encodeURIComponent(name)}${query}`, undefined, user)).json().list[0];

describe("the list of rules", () => {
  it("is sorted by name, level, state, what the rules did or their change [NAV-14]", async () => {
    const { db } = world.database;
    const device = await testDevice(db, acme.tenantId);
    const made = async (name: string, level: string, enabled: boolean) =>
      create({ name: `Sorted ${name}`, level, enabled, scope: { kind: "device", id: device.thingsId } });
    const b = await made("b", "urgent", false);
    await made("A", "tip", true);
    await made("c", "ordinary", true);
    const at = { tenantId: acme.tenantId, thingsId: device.thingsId, binding: device.bindingNumber };
    await makeTestEvent(db, { ...at, ruleId: b, change: 1 });
    const names = async (query: string) =>
      (await send("GET", `/alarm-rules?keyword=Sorted${query}`))
        .json()
        .list.map(({ name }: { name: string }) => name.slice(-1))
        .join("");
    expect(await names("")).toBe("Abc");
    expect(await names("&order_param=name&order_type=1")).toBe("cbA");
    expect(await names("&order_param=level&order_type=1")).toBe("bcA");
    expect(await names("&order_param=enabled&order_type=0")).toBe("bAc");
    expect(await names("&order_param=did&order_type=1")).toBe("bAc");
    expect(await names("&order_param=updated&order_type=0")).toBe("bAc");
    expect(await names("&order_param=name&order_type=1&page_size=2&current_page=2")).toBe("A");
    expect((await send("GET", "/alarm-rules?order_param=id")).statusCode).toBe(400);
  });

  it("says what a rule did in the last day and does now, on a device or on all [TRG-04]", async () => {
    const { db } = world.database;
    const { tenantId } = acme;
    const ruleId = await create({ name: "Did lately", enabled: true });
    const [one, other] = [await testDevice(db, tenantId), await testDevice(db, tenantId)];
    const event = ({ thingsId, bindingNumber: binding }: typeof one, change: number, startedUs = Date.now() * 1000) =>
      makeTestEvent(db, { tenantId, thingsId, ruleId, binding, change, startedUs });
    const [first, second] = [await event(one, 1), await event(other, 2)];
    await event(other, 3, (Date.now() - 90_000_000) * 1000);
    await sql`update alarm_events set held = 4, ended_us = started_us where id = ${first}`.execute(db);
    await sql`update alarm_events set lost_us = 5000000 where id = ${second}`.execute(db);
    const ofOne = `&things_id=${one.thingsId}`;
    const none = { muted_until: null };
    const first24h = { fired: 2, held: 4, active: 2, lost_time: 5000, muted_hours: null };
    expect(await listed("Did lately")).toMatchObject({ ...first24h, ...none });
    expect(await listed("Did lately", ofOne)).toMatchObject({
      fired: 1,
      held: 4,
      active: 0,
      active_time: null,
      ...none,
    });
    expect(await listed("Did lately", "&active=true")).toMatchObject({ active: 2 });
    expect(await listed("Did lately", `&active=true${ofOne}`)).toBeUndefined();
    const label = await insertSet(db, LABELS, tenantId, "Not of these devices");
    const hours = { days: [0], from_min: 0, to_min: 1, utc_offset_min: 0 };
    await send("POST", "/alarm-mutes", { rule_id: ruleId, label_id: label?.id, minutes: 60 });
    await send("POST", "/alarm-mutes", { rule_id: ruleId, hours, minutes: 60 });
    expect(await listed("Did lately", ofOne)).toMatchObject({ ...none, muted_hours: hours });
    await send("POST", "/alarm-mutes", { rule_id: ruleId, things_id: one.thingsId, minutes: 60 });
    expect(await listed("Did lately")).toMatchObject(none);
    const { muted_until } = await listed("Did lately", ofOne);
    expect(Math.abs(muted_until - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it("marks those whose saver is gone; of old ones the last of the log answers, or the primary account [USR-03] [TRG-01]", async () => {
    const { db } = world.database;
    const gone = await world.user({ tenant: "acme", name: "gone", role: "manager" });
    const ids = new Map<string, string>();
    for (const name of ["Logged", "Not logged", "Author left later"])
      ids.set(name, (await send("POST", "/alarm-rules", sampleRule({ name }), gone)).json().data.rule_id);
    const here = await world.user({ tenant: "acme", name: "still_here", role: "manager" });
    await send("PUT", `/alarm-rules/${ids.get("Logged")}`, sampleRule({ name: "Logged" }), here);
    // As it was before savers were kept.
    await sql`update alarm_rules set saved_by = null where name = 'Logged'`.execute(db);
    expect((await listed("Logged")).is_orphan).toBe(false);
    await sql`delete from users where id = ${gone.userId}`.execute(db);
    await sql`update alarm_rules set created_at = '2020-01-01' where name in ('Logged', 'Not logged')`.execute(db);
    for (const name of ids.keys()) expect([name, (await listed(name)).is_orphan]).toEqual([name, true]);

    const file = join(POSTGRES_MIGRATIONS, "0221-savers-of-old-rules.sql");
    await world.database.pool.query(readFileSync(file, "utf8"));
    const found = await sql<{ name: string; saved_by: string | null }>`select name, saved_by from alarm_rules
      where id = any(${[...ids.values()]}::uuid[]) order by name`.execute(db);
    expect(found.rows).toEqual([
      { name: "Author left later", saved_by: null },
      { name: "Logged", saved_by: here.userId },
      { name: "Not logged", saved_by: acme.userId },
    ]);
    expect((await listed("Not logged")).is_orphan).toBe(false);
    expect((await listed("Author left later")).is_orphan).toBe(true);
    await send("PUT", `/alarm-rules/${ids.get("Author left later")}`, sampleRule({ name: "Author left later" }));
    expect((await listed("Author left later")).is_orphan).toBe(false);
  });

  it("counts for a sub-user the shared events of devices that it may read [TRG-05] [USR-03]", async () => {
    const { db } = world.database;
    const { tenantId } = acme;
    const sub = await world.user({ tenant: "acme", name: "sub_lists", role: "sub" });
    const ruleId = await create({ name: "Shared or not" });
    const [own, hidden] = [await testDevice(db, tenantId), await testDevice(db, tenantId)];
    await grantLevel(db, sub, own.thingsId, "read");
    const event = ({ thingsId, bindingNumber: binding }: typeof own, change: number, share: boolean) =>
      makeTestEvent(db, { tenantId, thingsId, ruleId, binding, change, share });
    await event(own, 1, true);
    await event(own, 2, false);
    await event(hidden, 3, true);
    expect(await listed("Shared or not")).toMatchObject({ fired: 3 });
    expect(await listed("Shared or not", "", sub)).toMatchObject({ fired: 1 });
  });

  it("says of a device in which phase each rule is, from the states that landed with its frames [TRG-03]", async () => {
    const { db } = world.database;
    const device = await testDevice(db, acme.tenantId);
    const scope = { kind: "device", id: device.thingsId };
    const ruleId = await create({ name: "Phases", scope, enabled: true, hold_s: 3, recover_s: 30 });
    const keeper = new RuleKeeper({ db, pool: frames.framesDatabase.pool, bus, log, changed: () => undefined });
    const ingest = openIngest({ landing: frames.store.landing, judge: keeper, log, mayStore: () => true });
    const startUs = Math.floor(Date.now() / 1000) * 1_000_000;
    let sequence = 0;
    const phaseAfter = async (second: number, value: number) => {
      const samples = [[startUs + second * 1_000_000, value] as const];
      await ingest.ingest(batchOf(device, { sequence: sequence++, samples }));
      return (await listed("Phases", `&things_id=${device.thingsId}`)).phase;
    };
    expect(await phaseAfter(0, 10)).toBe("normal");
    expect(await phaseAfter(1, 60)).toBe("pending");
    expect(await phaseAfter(5, 60)).toBe("active");
    expect(await phaseAfter(6, 10)).toBe("recovering");
    expect((await listed("Phases")).phase).toBeNull();
    await send("PUT", `/alarm-rules/${ruleId}/enabled`, { enabled: false });
    expect((await listed("Phases", `&things_id=${device.thingsId}`)).phase).toBe("normal");
    await ingest.close();
    keeper.stop();
  });
});

it("the package says how many rules a user may have [TRG-01] [CAP-01]", async () => {
  const owner = await world.user({ tenant: "small", name: "small", role: "manager" });
  await setPackage(world.database.db, owner.tenantId, { ...DEFAULT_PACKAGE, alert_rule_user: 1 });
  const add = () => send("POST", "/alarm-rules", sampleRule(), owner);
  expect((await add()).statusCode).toBe(200);
  expect((await add()).json()).toMatchObject({ code: "alarms.ruleUserLimit", message: expect.stringContaining("1") });
  const { counts } = (await send("GET", "/alarm-rules", undefined, owner)).json();
  expect(counts).toEqual({ own: 1, own_limit: 1, tenant: 1, tenant_limit: 50 });
});

describe("a copy of a rule", () => {
  it("is the same rule under a free name, disabled, with the secrets nobody is told [TRG-01]", async () => {
    const actions = [{ kind: "webhook", targets: ["https://example.org/hook#secret"], every_min: 5 }];
    const ruleId = await create({ name: "Original", level: "urgent", enabled: true, actions });
    const copy = (id: string, user = acme) => send("POST", `/alarm-rules/${id}/copy`, undefined, user);
    const { data } = (await copy(ruleId)).json();
    expect(data).toMatchObject({ name: "Original (2)", level: "urgent", enabled: false });
    expect((await copy(data.rule_id)).json().data.name).toBe("Original (3)");
    const kept = await sql<{ target: string }>`select content #>> '{actions,0,targets,0}' as target from alarm_rules
      where id = ${data.rule_id}`.execute(world.database.db);
    expect(kept.rows[0]?.target).toBe("https://example.org/hook#secret");
    const long = await create({ name: "x".repeat(50) });
    expect((await copy(long)).json().data.name).toBe(`${"x".repeat(46)} (2)`);
    const stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
    expect((await copy(ruleId, stranger)).statusCode).toBe(404);
  });
});
