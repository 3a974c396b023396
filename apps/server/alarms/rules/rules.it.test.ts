import { DEFAULT_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { insertSet, LABELS } from "../../devices/fleet/named-set-store.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { createDbc } from "../../signals/dbc/keep-dbc.ts";
import { grantLevel, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { smallDbc } from "../../testing/worlds/test-dbc.ts";
import { rulesSubject } from "./rule-subjects.ts";
import { sampleRule } from "./test-rule.ts";

let world: TestApp;
let acme: TestUser;
let stranger: TestUser;
let told = 0;
const bus = localBus(createLog("fatal"));

beforeAll(async () => {
  world = await testApp({}, { bus });
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
  bus.subscribe(rulesSubject(acme.tenantId), () => (told += 1));
});
afterAll(() => world.close());

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = acme) =>
  world.call(user, { method, url: `/api${path}`, ...(payload && { payload }) });
const create = (more: object = {}, user = acme) => send("POST", "/alarm-rules", { ...sampleRule(), ...more }, user);
const frame = { kind: "frame", is_extended: false, id_from: 1, id_to: 1, operator: "seen" };
const problemOf = async (more: object) => {
  const answer = await create(more);
  return [answer.statusCode, answer.body] as const;
};

describe("a rule", () => {
  it("keeps everything that was given, and tells its watchers [TRG-01]", async () => {
    const before = told;
    const given = sampleRule({
      name: "Cell too hot",
      channel: 1,
      connector: "or",
      level: "urgent",
      share: true,
      description: "{device} is hot",
      hold_s: 3,
      actions: [
        { kind: "email", targets: ["a@example.org"], every_min: 60 },
        { kind: "command", command: { method: "sd.stop", params: {} }, every_min: 1 },
      ],
      recover: { notify: true },
      hours: { days: [1, 2], from_min: 480, to_min: 1020, utc_offset_min: -480 },
      escalate: { after_min: 15, kind: "sms", targets: ["13800000000"] },
    });
    const { data } = (await send("POST", "/alarm-rules", given)).json();
    expect(data).toMatchObject({ ...given, enabled: false, author: "acme", scope: { kind: "all" } });
    const { data: read } = (await send("GET", `/alarm-rules/${data.rule_id}`)).json();
    expect(read).toEqual(data);
    const changed = { ...given, name: "Cell far too hot", enabled: true };
    expect((await send("PUT", `/alarm-rules/${data.rule_id}`, changed)).json().data).toMatchObject(changed);
    expect(told - before).toBe(2);
  });

  it("sends frames only where the tenant's rule lets its author [TRG-01] [DEV-06]", async () => {
    const rule = (who: string) => send("PUT", "/tenant/sending-rule", { who, orphans: "stop" });
    const command = { method: "frames.send", params: { frames: [{ channel: 0, id: 1 }] } };
    const actions = [{ kind: "command", command, every_min: 1 }];
    await rule("nobody");
    expect((await create({ name: "Sends", actions })).json().code).toBe("devices.sendingOff");
    await rule("managers");
    expect((await create({ name: "Sends", actions })).statusCode).toBe(200);
    await rule("writers");
  });

  it.each([
    ["name", { name: "" }, "alarms.ruleName"],
    ["name", { name: "x".repeat(51) }, "alarms.ruleName"],
    ["conditions", { conditions: [] }, "alarms.ruleConditions"],
    ["conditions", { conditions: Array(6).fill(frame) }, "alarms.ruleConditions"],
    ["a range of identifiers", { conditions: [{ ...frame, id_from: 9 }] }, "alarms.conditionIds"],
    ["a standard identifier", { conditions: [{ ...frame, id_to: 0x800 }] }, "alarms.conditionIds"],
    ["the end of a range", { conditions: [{ ...frame, operator: "in", value: 2 }] }, "alarms.conditionRange"],
    ["an absence", { conditions: [{ ...frame, operator: "absent", value: 9 }] }, "alarms.conditionAbsence"],
    ["data", { data: "dbc" }, "alarms.ruleData"],
    ["an e-mail", { actions: [{ kind: "email", targets: ["a@b"], every_min: 59 }] }, "alarms.actionTooOften"],
    ["Feishu", { actions: [{ kind: "feishu", targets: ["x"], every_min: 0 }] }, "alarms.actionTooOften"],
    ["a number", { actions: [{ kind: "sms", targets: ["a@example.org"], every_min: 60 }] }, "alarms.actionTarget"],
    [
      "a signing secret",
      { actions: [{ kind: "webhook", targets: ["https://example.org/hook#100%"], every_min: 1 }] },
      "alarms.actionTarget",
    ],
    [
      "an escalation",
      { escalate: { after_min: 15, kind: "email", targets: ["not an address"] } },
      "alarms.actionTarget",
    ],
    ["recipients", { actions: [{ kind: "sms", every_min: 60 }] }, "alarms.actionTargets"],
    ["a command", { actions: [{ kind: "command", every_min: 1 }] }, "alarms.actionCommand"],
  ])("refuses %s that cannot be [TRG-01] [TRG-04]", async (_what, more, code) => {
    expect(await problemOf(more)).toEqual([400, expect.stringContaining(code)]);
  });

  it("has one condition on a signal, of a DBC of the tenant, which then cannot be deleted [TRG-01] [DBC-01]", async () => {
    const given = { bytes: Buffer.from(smallDbc()), remark: "", draft: false, author: "" };
    const dbcId = await createDbc(world.database.db, acme.tenantId, "rule.dbc", given);
    const names = { dbc_id: dbcId, message_id: 256, is_extended: false, signal: "Speed" };
    const speed = { kind: "signal", ...names, operator: "gt", value: 100 };
    const code = async (conditions: object[]) => (await create({ conditions })).json();
    expect(JSON.stringify(await code([speed, speed]))).toContain("alarms.ruleOneSignal");
    expect(JSON.stringify(await code([{ ...speed, back: 101 }]))).toContain("alarms.conditionBack");
    expect((await code([{ ...speed, signal: "Gone" }])).code).toBe("alarms.conditionSignalUnknown");
    const { data } = await code([{ ...speed, back: 90 }, frame]);
    expect(data.conditions).toHaveLength(2);
    const uses = (await send("GET", `/dbc-files/${dbcId}/uses`)).json().list;
    expect(uses).toMatchObject([{ kind: "rule", name: data.name, signals: [{ signal: "Speed" }] }]);
    const foreign = await create({ conditions: [speed] }, stranger);
    expect(foreign.statusCode).toBe(404);
  });

  it("is alone with its name, and is disabled before it is deleted [TRG-02]", async () => {
    const { data } = (await create({ name: "Lonely", enabled: true })).json();
    const taken = await create({ name: "lonely" });
    expect([taken.statusCode, taken.json().code, taken.json().message]).toEqual([
      409,
      "alarms.ruleNameTaken",
      expect.stringContaining("lonely"),
    ]);
    const kept = await send("DELETE", `/alarm-rules/${data.rule_id}`);
    expect([kept.statusCode, kept.json().code]).toEqual([409, "alarms.ruleStillEnabled"]);
    await send("PUT", `/alarm-rules/${data.rule_id}/enabled`, { enabled: false });
    expect((await send("DELETE", `/alarm-rules/${data.rule_id}`)).statusCode).toBe(200);
    expect((await send("GET", `/alarm-rules/${data.rule_id}`)).statusCode).toBe(404);
  });

  it("watches a device, a label or a type of its own tenant [TRG-01]", async () => {
    const own = await testDevice(world.database.db, acme.tenantId);
    const other = await testDevice(world.database.db, stranger.tenantId);
    const label = await insertSet(world.database.db, LABELS, acme.tenantId, "Road test");
    const onDevice = (await create({ name: "on device", scope: { kind: "device", id: own.thingsId } })).json().data;
    const onLabel = (await create({ name: "on label", scope: { kind: "label", id: label?.id } })).json().data;
    expect([onDevice.things_num, onLabel.things_num, onLabel.scope_name]).toEqual([1, 0, "Road test"]);
    for (const kind of ["device", "label", "type"])
      expect((await create({ scope: { kind, id: other.thingsId } })).statusCode).toBe(404);
    const names = async (id: string) =>
      (await send("GET", `/alarm-rules?page_size=500&things_id=${id}`))
        .json()
        .list.map((one: { name: string }) => one.name);
    expect(await names(own.thingsId)).toContain("on device");
    expect(await names(own.thingsId)).not.toContain("on label");
    await send("PUT", `/alarm-rules/${onDevice.rule_id}/enabled`, { enabled: true });
    expect(await names(own.thingsId)).toContain("on device");
    expect(await names(`${own.thingsId}&enabled=false`)).not.toContain("on device");
    expect(await names(`${own.thingsId}&enabled=true`)).toContain("on device");
  });

  it("of a device is seen and changed by the levels on that device [TRG-01] [USR-03]", async () => {
    const sub = await world.user({ tenant: "acme", name: "sub_rules", role: "sub", level: "write" });
    const { thingsId } = await testDevice(world.database.db, acme.tenantId);
    const scope = { kind: "device", id: thingsId };
    const { data } = (await create({ name: "levels", scope })).json();
    const path = `/alarm-rules/${data.rule_id}`;
    expect((await send("GET", path, undefined, sub)).statusCode).toBe(404);
    await grantLevel(world.database.db, sub, thingsId, "read");
    expect((await send("GET", path, undefined, sub)).statusCode).toBe(200);
    expect((await send("PUT", `${path}/enabled`, { enabled: true }, sub)).statusCode).toBe(403);
  });

  it("on several devices is a manager's alone, to make, change, enable, disable, copy and delete [TRG-01] [USR-03]", async () => {
    const sub = await world.user({ tenant: "acme", name: "sub_fleet", role: "sub", level: "write" });
    const { thingsId } = await testDevice(world.database.db, acme.tenantId);
    await grantLevel(world.database.db, sub, thingsId, "write");
    const label = await insertSet(world.database.db, LABELS, acme.tenantId, "Fleet");
    const [one, several] = [
      { kind: "device", id: thingsId },
      { kind: "label", id: label?.id },
    ];
    const command = { kind: "command", command: { method: "sd.stop", params: {} }, every_min: 1 };
    const fleet = `/alarm-rules/${(await create({ name: "fleet", actions: [command] })).json().data.rule_id}`;
    const own = await create({ name: "own", scope: one, actions: [command] }, sub);
    expect(own.statusCode).toBe(200);
    const ownPath = `/alarm-rules/${own.json().data.rule_id}`;
    const refused = [
      create({}, sub),
      create({ scope: several }, sub),
      send("PUT", ownPath, { ...sampleRule(), scope: several }, sub),
      send("PUT", fleet, { ...sampleRule(), scope: one }, sub),
      send("PUT", `${fleet}/enabled`, { enabled: true }, sub),
      send("PUT", `${fleet}/enabled`, { enabled: false }, sub),
      send("POST", `${fleet}/copy`, undefined, sub),
      send("DELETE", fleet, undefined, sub),
    ];
    for (const answer of await Promise.all(refused))
      expect([answer.statusCode, answer.json().code]).toEqual([403, "alarms.ruleFleet"]);
    const { rows } = (await send("POST", "/alarm-rule-import", { rules: [sampleRule()] }, sub)).json();
    expect(rows).toMatchObject([{ ok: false, code: "alarms.ruleFleet" }]);
    expect((await send("PUT", `${ownPath}/enabled`, { enabled: true }, sub)).statusCode).toBe(200);
    expect((await send("PUT", `${fleet}/enabled`, { enabled: true })).statusCode).toBe(200);
  });

  it("that sends frames is enabled by those alone who may send [DEV-06]", async () => {
    const sub = await world.user({ tenant: "acme", name: "sub_sends", role: "sub", level: "write" });
    const { thingsId } = await testDevice(world.database.db, acme.tenantId);
    await grantLevel(world.database.db, sub, thingsId, "write");
    const command = { method: "frames.send", params: { frames: [{ channel: 0, id: 1 }] } };
    const actions = [{ kind: "command", command, every_min: 1 }];
    const { data } = (
      await create({ name: "frames at night", scope: { kind: "device", id: thingsId }, actions })
    ).json();
    const enable = (enabled: boolean) => send("PUT", `/alarm-rules/${data.rule_id}/enabled`, { enabled }, sub);
    await send("PUT", "/tenant/sending-rule", { who: "managers", orphans: "stop" });
    expect((await enable(true)).json().code).toBe("devices.sendingManagers");
    expect((await enable(false)).statusCode).toBe(200);
    await send("PUT", "/tenant/sending-rule", { who: "writers", orphans: "stop" });
    expect((await enable(true)).statusCode).toBe(200);
  });
});

describe("an import", () => {
  it("takes what was exported, and tells of every row why it did not go in [TRG-02]", async () => {
    const owner = await world.user({ tenant: "importer", name: "importer", role: "manager" });
    await setPackage(world.database.db, owner.tenantId, { ...DEFAULT_PACKAGE, alert_rule: 21 });
    const rows = Array.from({ length: 20 }, (_, i) => sampleRule({ name: `rule ${i}` }));
    const long = sampleRule({ name: "x".repeat(128), enabled: true });
    const wrong = [{ ...sampleRule(), conditions: [] }, { name: 5 }, sampleRule({ name: "rule 0" })];
    const first = (await send("POST", "/alarm-rule-import", { rules: [long, ...wrong, ...rows] }, owner)).json();
    expect([first.added, first.failed]).toEqual([20, 4]);
    expect(first.rows.slice(0, 5)).toMatchObject([
      { row: 1, ok: true },
      { ok: false, code: "alarms.ruleConditions" },
      { ok: false, code: "platform.inputInvalid", field: "name" },
      { row: 4, ok: true, name: "rule 0" },
      { ok: false, code: "alarms.ruleNameTaken" },
    ]);
    expect(first.rows.at(-1)).toMatchObject({ ok: false, code: "alarms.ruleUserLimit" });
    const colleague = await world.user({ tenant: "importer", name: "colleague", role: "sub", level: "write" });
    const { thingsId } = await testDevice(world.database.db, owner.tenantId);
    await grantLevel(world.database.db, colleague, thingsId, "write");
    const scope = { kind: "device", id: thingsId };
    expect((await create({ scope }, colleague)).statusCode).toBe(200);
    expect((await create({ scope }, colleague)).json()).toMatchObject({ code: "alarms.ruleSystemLimit" });
    const exported = (await send("GET", "/alarm-rule-export", undefined, owner)).json().rules;
    expect(exported).toHaveLength(21);
    expect(exported.every(({ enabled }: { enabled: boolean }) => !enabled)).toBe(true);
    const again = (await send("POST", "/alarm-rule-import", { rules: exported }, stranger)).json();
    expect([again.added, again.failed]).toEqual([20, 1]);
  });
});
