import { DEFAULT_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitsOf } from "../../capacity/limits.ts";
import { setPackage } from "../../capacity/package-store.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { insertTestFrames } from "../../testing/terminals/test-event-frames.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { makeTestRule } from "../rules/test-rule.ts";
import { limitPins } from "./limit-pins.ts";
import { makeTestEvent } from "./test-event.ts";

let world: TestApp;
let acme: TestUser;
let device: TestDevice;
let ruleId: string;
let change = 100;

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  device = await testDevice(world.database.db, acme.tenantId);
  ruleId = await makeTestRule(world.database.db, { ...acme, userName: "acme" }, { name: "Too hot", level: "urgent" });
});
afterAll(() => world.close());

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = acme) =>
  world.call(user, { method, url: `/api${path}`, ...(payload && { payload }) });
const event = (more: Partial<Parameters<typeof makeTestEvent>[1]> = {}) =>
  makeTestEvent(world.database.db, {
    tenantId: acme.tenantId,
    thingsId: device.thingsId,
    ruleId,
    binding: device.bindingNumber,
    change: change++,
    ...more,
  });
const idsOf = async (query: string, user = acme): Promise<string[]> =>
  (await send("GET", `/alarm-events?page_size=500&${query}`, undefined, user))
    .json()
    .list.map(({ event_id }: { event_id: string }) => event_id);

describe("alarm events", () => {
  it("are listed newest first, by time, level, state, device, rule and words [TRG-05]", async () => {
    const [old, young] = [await event({ startedUs: 5_000_000 }), await event({ startedUs: 9_000_000 })];
    expect(await idsOf("from_time=5000&to_time=9000")).toEqual([young, old]);
    expect(await idsOf("from_time=5001&to_time=9000")).toEqual([young]);
    expect(await idsOf("level=tip")).toEqual([]);
    expect(await idsOf(`level=urgent&keyword=hot&rule_id=${ruleId}&things_id=${device.thingsId}&to_time=9000`)).toEqual(
      [young, old],
    );
    await send("PUT", "/alarm-events/state", { event_ids: [old], state: "closed" });
    expect(await idsOf("open=true&to_time=9000")).toEqual([young]);
    expect(await idsOf("state=closed&to_time=9000")).toEqual([old]);
    const { open } = (await send("GET", "/alarm-events")).json();
    expect(open.urgent).toBeGreaterThan(0);
  });

  it("are sorted by rule, start, peak, length or state, newest first where alike [NAV-14]", async () => {
    const { db } = world.database;
    const own = await testDevice(db, acme.tenantId);
    const at = { thingsId: own.thingsId, binding: own.bindingNumber };
    const [one, two, three] = [
      await event({ ...at, startedUs: 1_000_000 }),
      await event({ ...at, startedUs: 2_000_000 }),
      await event({ ...at, startedUs: 3_000_000 }),
    ];
    const set = (id: string, changes: { name: string; peak: number | null; endedUs: number | null; state: string }) =>
      sql`update alarm_events set rule_name = ${changes.name}, peak = ${changes.peak}, ended_us = ${changes.endedUs}::bigint,
        state = ${changes.state} where id = ${id}`.execute(db);
    await set(one, { name: "b", peak: 5, endedUs: 9_000_000, state: "closed" });
    await set(two, { name: "A", peak: null, endedUs: null, state: "new" });
    await set(three, { name: "A", peak: 7, endedUs: 4_000_000, state: "new" });
    const sorted = async (query: string) => await idsOf(`things_id=${own.thingsId}&${query}`);
    expect(await sorted("")).toEqual([three, two, one]);
    expect(await sorted("order_param=start&order_type=0")).toEqual([one, two, three]);
    expect(await sorted("order_param=rule&order_type=0")).toEqual([three, two, one]);
    expect(await sorted("order_param=rule&order_type=1")).toEqual([one, three, two]);
    expect(await sorted("order_param=peak&order_type=0")).toEqual([one, three, two]);
    expect(await sorted("order_param=peak&order_type=1")).toEqual([three, one, two]);
    expect(await sorted("order_param=lasted&order_type=1")).toEqual([two, one, three]);
    expect(await sorted("order_param=state&order_type=1")).toEqual([one, three, two]);
    expect((await send("GET", "/alarm-events?order_param=id")).statusCode).toBe(400);
  });

  it("are told before their frames are deleted, those of the range and its channels, private ones without name [DAT-04]", async () => {
    const own = await testDevice(world.database.db, acme.tenantId);
    const at = { thingsId: own.thingsId, binding: own.bindingNumber };
    const inside = await event({ ...at, startedUs: 5_000_000 });
    await event({ ...at, startedUs: 6_000_000, share: false });
    await event({ ...at, startedUs: 9_000_001 });
    const preview = async (query: string) =>
      (
        await send("GET", `/things/${own.thingsId}/frames/deletion-preview?start_time=5000&end_time=9000${query}`)
      ).json();
    expect(await preview("")).toMatchObject({
      alarm_total: 2,
      alarms: [{ event_id: inside, rule_name: "Too hot", start_time: 5000, is_pinned: true }],
    });
    expect(await preview("&channels=0")).toMatchObject({ alarm_total: 2 });
    expect(await preview("&channels=1")).toMatchObject({ alarm_total: 0, alarms: [] });
  });

  it("are acknowledged, assigned, noted, closed and opened again, and tell who did it [TRG-05]", async () => {
    const id = await event();
    const set = (state: string) => send("PUT", "/alarm-events/state", { event_ids: [id], state, note: "seen" });
    expect((await set("acknowledged")).json()).toEqual({ changed: 1 });
    expect((await set("acknowledged")).json()).toEqual({ changed: 0 });
    const assign = (user_name: string) => send("PUT", "/alarm-events/assignee", { event_ids: [id], user_name });
    expect((await assign("ACME")).json()).toEqual({ changed: 1 });
    expect(await idsOf("who=acme")).toContain(id);
    expect(await idsOf("who=-")).not.toContain(id);
    const unknown = await assign("nobody");
    expect([unknown.statusCode, unknown.json().code]).toEqual([422, "alarms.assigneeUnknown"]);
    await send("POST", `/alarm-events/${id}/notes`, { content: "checked the harness" });
    await set("closed");
    expect((await assign("")).json().code).toBe("alarms.eventClosed");
    await set("new");
    const { data } = (await send("GET", `/alarm-events/${id}`)).json();
    expect(data.notes.map(({ kind, content }: { kind: string; content: string }) => `${kind} ${content}`)).toEqual([
      "acknowledged seen",
      "assigned ACME",
      "note checked the harness",
      "closed seen",
      "reopened seen",
    ]);
    expect(data).toMatchObject({ state: "new", device_name: "test device", first_time: null, told: [] });
  });

  it("are found by the label of their device; a list without any says what watches [TRG-05]", async () => {
    const label = (await send("POST", "/things/labels", { name: "road test" })).json().data.id;
    const id = await event();
    expect((await send("GET", `/alarm-events?label_id=${label}`)).json()).toMatchObject({
      list: [],
      watching: { rules: expect.any(Number), devices: expect.any(Number) },
    });
    await send("PUT", `/things/${device.thingsId}/labels`, { label_ids: [label] });
    expect(await idsOf(`label_id=${label}`)).toContain(id);
    const unknown = await send("GET", "/alarm-events?label_id=00000000-0000-4000-8000-000000000000");
    expect(unknown.statusCode).toBe(404);
  });

  it("tell of each action whether it was sent, waits, was held back or not sent, and why [TRG-04]", async () => {
    const id = await event();
    const { db } = world.database;
    const action = { kind: "email", targets: ["li@example.com"], every_min: 60 };
    await sql`update alarm_rules set content = content || ${JSON.stringify({ actions: [action] })}::jsonb
      where id = ${ruleId}`.execute(db);
    const outbox = (kind: string, target: string, handed: boolean, problem: string | null) =>
      sql`insert into alarm_outbox (tenant_id, event_id, rule_id, things_id, third_things_id, cause, kind, target,
          parameters, handed_at, problem)
        values (${acme.tenantId}, ${id}, ${ruleId}, ${device.thingsId}, 'x', 'fired', ${kind}, ${target}, '{}',
          ${handed ? sql`now()` : null}, ${problem})`.execute(db);
    await outbox("sms", "13800008000", true, "quota");
    await outbox("webhook", "https://hooks.example.com/a#secret", true, null);
    await outbox("voice", "13800008000", false, null);
    await sql`insert into alarm_sends (rule_id, things_id, kind, last_at)
      values (${ruleId}, ${device.thingsId}, 'email', to_timestamp(1000))`.execute(db);
    await sql`update alarm_events set held = 1 where id = ${id}`.execute(db);
    // What the program itself noted is part of the story.
    await sql`insert into alarm_notes (tenant_id, event_id, kind, content) values (${acme.tenantId}, ${id}, 'notSent',
      'sms'), (${acme.tenantId}, ${id}, 'command', 'done')`.execute(db);
    const { data } = (await send("GET", `/alarm-events/${id}`)).json();
    expect(data.told).toMatchObject([
      { kind: "sms", target: "138••••8000", state: "notSent", problem: "quota" },
      { kind: "webhook", target: "hooks.example.com", state: "sent", problem: null },
      { kind: "voice", state: "waiting" },
      { kind: "email", target: "", state: "held", time: 1_000_000 + 3_600_000 },
    ]);
    expect(data.notes.map(({ kind }: { kind: string }) => kind)).toEqual(["notSent", "command"]);
  });

  it("are counted for each device with the highest level, for those who may see them [TRG-05]", async () => {
    const own = await testDevice(world.database.db, acme.tenantId);
    const [first] = [await event({ thingsId: own.thingsId }), await event({ thingsId: own.thingsId })];
    await sql`update alarm_events set level = 'tip' where id = ${first}`.execute(world.database.db);
    const of = async (user: TestUser) =>
      (await send("GET", "/alarm-devices", undefined, user))
        .json()
        .list.find(({ things_id }: { things_id: string }) => things_id === own.thingsId);
    expect(await of(acme)).toEqual({ things_id: own.thingsId, level: "urgent", count: 2 });
    const sub = await world.user({ tenant: "acme", name: "sub_counts", role: "sub", level: "read" });
    expect(await of(sub)).toBeUndefined();
  });

  it("are taken by users of the tenant [TRG-05]", async () => {
    const { list } = (await send("GET", "/alarm-people")).json();
    expect(list).toContainEqual({ user_name: "acme", nick_name: expect.any(String) });
    const [one, other] = [await event(), await event()];
    const assign = { event_ids: [one, other], user_name: "acme" };
    expect((await send("PUT", "/alarm-events/assignee", assign)).json()).toEqual({ changed: 2 });
    expect((await send("PUT", "/alarm-events/assignee", assign)).json()).toEqual({ changed: 0 });
  });

  it("of shared rules are there for sub-users on devices that they may read [TRG-05] [USR-03]", async () => {
    const sub = await world.user({ tenant: "acme", name: "sub_events", role: "sub", level: "read" });
    const [shared, own] = [await event(), await event({ share: false })];
    expect(await idsOf("", sub)).toEqual([]);
    await grantLevel(world.database.db, sub, device.thingsId, "read");
    expect(await idsOf("", sub)).toContain(shared);
    expect(await idsOf("", sub)).not.toContain(own);
    expect((await send("GET", `/alarm-events/${own}`, undefined, sub)).statusCode).toBe(404);
    const change = { event_ids: [shared, own], state: "acknowledged" };
    expect((await send("PUT", "/alarm-events/state", change, sub)).statusCode).toBe(404);
  });

  it("keep their window from deletion until they are closed, and say what of it is stored [TRG-05]", async () => {
    const startedUs = Date.now() * 1000;
    const own = await testDevice(world.database.db, acme.tenantId);
    const key = { binding: own.bindingNumber, change: 7 };
    const id = await event({ startedUs, ...key, thingsId: own.thingsId });
    await world.store.pins.add([{ ...key, fromUs: startedUs - 1, toUs: startedUs + 1 }]);
    const pins = () => world.store.pins.of(own.bindingNumber);
    await insertTestFrames(world.store, own, [startedUs - 60_000_000, startedUs + 1000]);
    const { data } = (await send("GET", `/alarm-events/${id}`)).json();
    expect([data.first_time, data.last_time]).toEqual([startedUs / 1000 - 60_000, startedUs / 1000 + 1]);
    expect(await pins()).toHaveLength(1);
    await send("PUT", "/alarm-events/state", { event_ids: [id], state: "closed" });
    expect(await pins()).toEqual([]);
    await send("PUT", "/alarm-events/state", { event_ids: [id], state: "new" });
    expect(await pins()).toMatchObject([{ toUs: startedUs + 300_000_000 }]);
  });

  it("say where data of their channel is missing, before, between and after [TRG-05]", async () => {
    const startedUs = Date.now() * 1000 - 3_600_000_000;
    const own = await testDevice(world.database.db, acme.tenantId);
    const at = { startedUs, binding: own.bindingNumber, thingsId: own.thingsId };
    const [id, other] = [await event(at), await event(at)];
    const seconds = (s: number) => startedUs + s * 1_000_000;
    const stored = [-20, -11, -1, 8, 19.5, 20, 80].map(seconds);
    await insertTestFrames(world.store, own, stored);
    await sql`update alarm_events set channel = 1 where id = ${other}`.execute(world.database.db);
    const { data } = (await send("GET", `/alarm-events/${id}`)).json();
    const ms = (s: number) => seconds(s) / 1000;
    expect(data).toMatchObject({ first_time: ms(-20), last_time: ms(80) });
    expect(data.gaps).toEqual([
      { from: ms(8), to: ms(19.5) },
      { from: ms(20), to: ms(80) },
    ]);
    const elsewhere = (await send("GET", `/alarm-events/${other}`)).json().data;
    expect(elsewhere).toMatchObject({ first_time: null, last_time: null, gaps: [] });
  });

  it("lose the oldest pins beyond a fifth of the data space, and say so [TRG-05]", async () => {
    const owner = await world.user({ tenant: "pins", name: "pins", role: "manager" });
    const own = await testDevice(world.database.db, owner.tenantId);
    const rule = await makeTestRule(world.database.db, { ...owner, userName: "pins" });
    const nowUs = Date.now() * 1000;
    await insertTestFrames(world.store, own, [nowUs - 3_600_000_000, nowUs]);
    const made = { tenantId: owner.tenantId, thingsId: own.thingsId, ruleId: rule, binding: own.bindingNumber };
    const old = await makeTestEvent(world.database.db, { ...made, startedUs: nowUs - 3_600_000_000, change: 1 });
    const young = await makeTestEvent(world.database.db, { ...made, startedUs: nowUs, change: 2 });
    // Room for one frame of 23 bytes, a fifth of 150.
    await setPackage(world.database.db, owner.tenantId, { ...DEFAULT_PACKAGE, database_storage_space: 150e-9 });
    const services = { db: world.database.db, limitOf: limitsOf(world.database.db), ...world.store };
    expect(await limitPins(services)).toBe(1);
    const pinOf = async (id: string) => (await send("GET", `/alarm-events/${id}`, undefined, owner)).json().data;
    expect(await pinOf(old)).toMatchObject({ pin: "dropped", notes: [{ kind: "pinDropped", user_name: null }] });
    expect(await pinOf(young)).toMatchObject({ pin: "pinned" });
  });

  it("are over when their rule is disabled [TRG-03]", async () => {
    const id = await event();
    await send("PUT", `/alarm-rules/${ruleId}/enabled`, { enabled: true });
    await send("PUT", `/alarm-rules/${ruleId}/enabled`, { enabled: false });
    const { data } = (await send("GET", `/alarm-events/${id}`)).json();
    expect(data).toMatchObject({ end_reason: "rule", end_time: expect.any(Number) });
  });
});

describe("a mute", () => {
  it("is of a rule and a device for a time, and can be ended [TRG-04]", async () => {
    const given = { rule_id: ruleId, things_id: device.thingsId, minutes: 60, reason: "workshop" };
    const { data } = (await send("POST", "/alarm-mutes", given)).json();
    expect(data).toMatchObject({
      rule_name: "Too hot",
      device_name: "test device",
      reason: "workshop",
      author: "acme",
    });
    expect((await send("GET", "/alarm-mutes")).json().list).toHaveLength(1);
    expect((await send("DELETE", `/alarm-mutes/${data.mute_id}`)).statusCode).toBe(200);
    expect((await send("GET", "/alarm-mutes")).json().list).toEqual([]);
    expect((await send("POST", "/alarm-mutes", { minutes: 525_601 })).statusCode).toBe(400);
  });

  it("takes the level of a command on its device; of more than one device it is the manager's [TRG-05] [USR-03]", async () => {
    const { db } = world.database;
    const sub = await world.user({ tenant: "acme", name: "sub_mutes", role: "sub", level: "write" });
    const [own, seen, hidden] = [
      await testDevice(db, acme.tenantId),
      await testDevice(db, acme.tenantId),
      await testDevice(db, acme.tenantId),
    ];
    await grantLevel(db, sub, own.thingsId, "write");
    await grantLevel(db, sub, seen.thingsId, "read");
    const author = { ...acme, userName: "acme" };
    const onDevice = (thingsId: string) =>
      makeTestRule(db, author, { scope: { kind: "device", id: thingsId }, name: `on ${thingsId}` });
    const label = (await send("POST", "/things/labels", { name: "garage" })).json().data.id;
    const mute = async (what: object, user = sub) => {
      const answer = await send("POST", "/alarm-mutes", { ...what, minutes: 60 }, user);
      return answer.json().data?.mute_id ?? answer.json().code;
    };
    const allowed = [
      await mute({ things_id: own.thingsId }),
      await mute({ things_id: own.thingsId, rule_id: ruleId }),
      await mute({ rule_id: await onDevice(own.thingsId) }),
    ];
    const refused = [{}, { label_id: label }, { rule_id: ruleId }, { things_id: seen.thingsId }];
    for (const what of [...refused, { rule_id: await onDevice(seen.thingsId) }])
      expect(await mute(what)).toBe("alarms.muteRights");
    const hiddenRule = await onDevice(hidden.thingsId);
    for (const what of [{ things_id: hidden.thingsId }, { rule_id: hiddenRule }])
      expect(await mute(what)).toBe("platform.notFound");

    // Those of the manager: what it may not read has no name for the sub-user, and none of them is its to end.
    const theirs = [await mute({}, acme), await mute({ things_id: seen.thingsId }, acme)];
    const unseen = [await mute({ things_id: hidden.thingsId }, acme), await mute({ rule_id: hiddenRule }, acme)];
    const { list } = (await send("GET", "/alarm-mutes", undefined, sub)).json();
    const listed = list.map(({ mute_id, may_end }: { mute_id: string; may_end: boolean }) => `${mute_id} ${may_end}`);
    expect(listed.sort()).toEqual([...allowed.map((id) => `${id} true`), ...theirs.map((id) => `${id} false`)].sort());
    const end = async (id: string, user = sub) =>
      (await send("DELETE", `/alarm-mutes/${id}`, undefined, user)).statusCode;
    for (const id of theirs) expect(await end(id)).toBe(403);
    for (const id of unseen) expect(await end(id)).toBe(404);
    for (const id of allowed) expect(await end(id)).toBe(200);
    for (const id of [...theirs, ...unseen]) expect(await end(id, acme)).toBe(200);
  });

  it("is of a label, in weekly hours, and of no label of others [TRG-04]", async () => {
    const { db } = world.database;
    const label = (tenantId: string) =>
      sql<{ id: string }>`insert into labels (tenant_id, name) values (${tenantId}, 'Workshop') returning id`.execute(
        db,
      );
    const labelId = (await label(acme.tenantId)).rows[0]?.id;
    const hours = { days: [1, 5], from_min: 1320, to_min: 360, utc_offset_min: -480 };
    const { data } = (await send("POST", "/alarm-mutes", { label_id: labelId, hours, minutes: 60 })).json();
    expect(data).toMatchObject({ label_name: "Workshop", device_name: null, hours });
    expect((await send("DELETE", `/alarm-mutes/${data.mute_id}`)).statusCode).toBe(200);
    const empty = { ...hours, to_min: 1320 };
    expect((await send("POST", "/alarm-mutes", { hours: empty, minutes: 60 })).statusCode).toBe(400);
    const other = await world.user({ tenant: "mute other", name: "mute_other", role: "manager" });
    const theirs = (await label(other.tenantId)).rows[0]?.id;
    expect((await send("POST", "/alarm-mutes", { label_id: theirs, minutes: 60 })).statusCode).toBe(404);
  });
});
