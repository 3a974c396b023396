import { FrameBatch } from "@canopy/can/frame/batch";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { createLog } from "../../platform/log.ts";
import { createDbc } from "../../signals/dbc/keep-dbc.ts";
import { testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { batchOf } from "../../testing/worlds/test-alarm-world.ts";
import { POWER_DBC, powerContent } from "./test-computed.ts";
import { sampleRule } from "./test-rule.ts";

let world: TestApp;
let acme: TestUser;
let stranger: TestUser;
let dbcId: string;
const T0_MS = Math.floor(Date.now() / 1000) * 1000 - 600_000;
const condition = { kind: "computed", computed: "Power", operator: "gt", value: 1000 };

beforeAll(async () => {
  world = await testApp({}, { work: true });
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
  const file = { bytes: Buffer.from(POWER_DBC), remark: "", draft: false, author: "" };
  dbcId = await createDbc(world.database.db, acme.tenantId, "power.dbc", file);
  expect((await keep()).statusCode).toBe(200);
});
afterAll(() => world.close());

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = acme) =>
  world.call(user, { method, url: `/api${path}`, ...(payload && { payload }) });
const keep = (more: object = {}) => send("PUT", "/computed-signals", { ...powerContent(dbcId), ...more });
const create = (more: object = {}, user = acme) =>
  send("POST", "/alarm-rules", { ...sampleRule(), conditions: [condition], ...more }, user);

describe("a rule on a computed signal", () => {
  it("names one of its tenant that can be judged as data comes, beside raw frames alone [TRG-01]", async () => {
    const unknown = await create({ conditions: [{ ...condition, computed: "Torque" }] });
    expect([unknown.statusCode, unknown.json().code]).toEqual([422, "alarms.conditionComputedUnknown"]);
    expect((await create({}, stranger)).json().code).toBe("alarms.conditionComputedUnknown");
    await keep({ name: "Energy", formula: "integral(Voltage * Current)" });
    const energy = await create({ conditions: [{ ...condition, computed: "Energy" }] });
    expect([energy.statusCode, energy.json().code]).toEqual([422, "alarms.conditionComputedNotLive"]);
    await keep({
      name: "Gone",
      formula: "Lost",
      inputs: [{ name: "Lost", signal: { ...powerContent(dbcId).inputs[0]?.signal, signal: "Lost" } }],
    });
    const gone = await create({ conditions: [{ ...condition, computed: "Gone" }] });
    expect(gone.json().code).toBe("alarms.conditionSignalUnknown");
    const signal = {
      kind: "signal",
      dbc_id: dbcId,
      message_id: 256,
      is_extended: false,
      signal: "Voltage",
      operator: "gt",
      value: 1,
    };
    expect((await create({ conditions: [condition, signal] })).body).toContain("alarms.ruleOneSignal");
    expect((await create({ conditions: [{ ...condition, back: 1001 }] })).body).toContain("alarms.conditionBack");
    const { data } = (await create({ data: "dbc", conditions: [condition, ...sampleRule().conditions] })).json();
    expect(data.conditions).toHaveLength(2);
  });

  it("keeps its computed signal from deletion, and from a formula that it cannot judge [TRG-01] [DBC-08]", async () => {
    const content = { ...powerContent(dbcId), name: "Held" };
    await keep(content);
    const { data } = (await create({ name: "On held", conditions: [{ ...condition, computed: "Held" }] })).json();
    const drop = () => send("DELETE", "/computed-signals?name=Held");
    const kept = await drop();
    expect([kept.statusCode, kept.json().code, kept.json().message]).toEqual([
      409,
      "signals.computedInUse",
      expect.stringContaining("On held"),
    ]);
    const changed = await keep({ ...content, formula: "time() * Voltage" });
    expect([changed.statusCode, changed.json().code]).toEqual([409, "signals.computedNotLive"]);
    expect((await keep({ ...content, formula: "Voltage" })).statusCode).toBe(200);
    await send("DELETE", `/alarm-rules/${data.rule_id}`);
    expect((await drop()).statusCode).toBe(200);
  });

  it("is exported and imported by the name of its signal, which must be there [TRG-02]", async () => {
    const { data } = (await create({ name: "Carried" })).json();
    const { rules } = (await send("GET", "/alarm-rule-export")).json();
    const rule = rules.find(({ name }: { name: string }) => name === data.name);
    expect(rule.conditions).toEqual([condition]);
    const rows = (await send("POST", "/alarm-rule-import", { rules: [{ ...rule, name: "Again" }] })).json();
    expect(rows).toMatchObject({ added: 1, failed: 0 });
    const foreign = (await send("POST", "/alarm-rule-import", { rules: [rule] }, stranger)).json();
    expect(foreign).toMatchObject({ added: 0, rows: [{ code: "alarms.conditionComputedUnknown" }] });
  });

  it("is back-tested and searched over what is stored, as ingest would judge it [TRG-07]", async () => {
    const device = await testDevice(world.database.db, acme.tenantId);
    const ingest = openIngest({ landing: world.store.landing, log: createLog("fatal"), mayStore: () => true });
    const frames = new FrameBatch();
    for (let s = 0; s < 60; s++) {
      frames.push((T0_MS + s * 1000) * 1000, 0, 0x100, 0, 1, Uint8Array.of(20));
      // The other channel's frames are half as often.
      if (s % 2 === 0)
        frames.push((T0_MS + s * 1000) * 1000 + 1, 1, 0x101, 0, 1, Uint8Array.of(s >= 20 && s < 30 ? 60 : 40));
    }
    await ingest.ingest({ ...batchOf(device, { sequence: 1, samples: [[T0_MS * 1000, 0]] }), frames });
    await ingest.close();
    const draft = { from_time: T0_MS, to_time: T0_MS + 100_000, conditions: [condition], hold_s: 0, recover_s: 0 };
    const tested = (await send("POST", `/things/${device.thingsId}/alarm-back-test`, draft)).json();
    const firing = { channel: 0, start_time: T0_MS + 20_000, end_time: T0_MS + 30_000, peak: 1200 };
    expect(tested.data).toMatchObject({ frames: 90, fired: 1, firings: [firing] });
    const scope = { kind: "device", id: device.thingsId };
    const { search_id } = (await send("POST", "/alarm-searches", { ...draft, scope })).json().data;
    await vi.waitFor(
      async () => {
        const { data } = (await send("GET", `/alarm-searches/${search_id}`)).json();
        expect(data).toMatchObject({ state: "done", list: [{ fired: 1, firings: [firing] }] });
      },
      { timeout: 20_000 * PATIENCE, interval: 50 },
    );
    const none = await send("POST", `/things/${device.thingsId}/alarm-back-test`, {
      ...draft,
      conditions: [{ ...condition, computed: "Torque" }],
    });
    expect(none.json().code).toBe("alarms.conditionComputedUnknown");
  });
});
