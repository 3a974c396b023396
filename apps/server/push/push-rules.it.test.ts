import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeTestEvent } from "../alarms/events/test-event.ts";
import { makeTestRule } from "../alarms/rules/test-rule.ts";
import { setPackage } from "../capacity/package-store.ts";
import { testDevice } from "../testing/terminals/test-device.ts";
import { testApp } from "../testing/test-app.ts";
import { PUSH_SECRET } from "../testing/worlds/test-push-rule.ts";
import { PushWorld } from "../testing/worlds/test-push-world.ts";
import { openSecret } from "./push-rule-store.ts";

let world: PushWorld;
beforeAll(async () => {
  world = await PushWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const content = (more: object = {}) => ({
  name: "To the depot",
  source: { kind: "positions" },
  url: world.receiver.url,
  ...more,
});

describe("a push rule", () => {
  it("is made, changed, disabled and deleted by the manager [CAP-01]", async () => {
    const made = (await world.call("POST", "/push-rules", content({ enabled: true }))).json();
    expect(made.data).toMatchObject({ name: "To the depot", enabled: true, things_num: 1, waiting: 0, lost: 0 });
    expect(made.secret.length).toBeGreaterThanOrEqual(32);
    const path = `/push-rules/${made.data.rule_id}`;
    expect((await world.call("DELETE", path)).json().code).toBe("push.ruleStillEnabled");
    const changed = await world.call("PUT", path, content({ name: "Renamed", enabled: false }));
    expect(changed.json().data).toMatchObject({ name: "Renamed", enabled: false });
    expect((await world.call("GET", "/push-rules?keyword=renam")).json()).toMatchObject({
      list: [{ name: "Renamed" }],
      pagination: { total_size: 1 },
      counts: { rules: 1, rules_limit: 50, flow: 0, flow_limit: null, tps_limit: null },
    });
    expect((await world.call("PUT", `${path}/enabled`, { enabled: true })).json().data.enabled).toBe(true);
    await world.call("PUT", `${path}/enabled`, { enabled: false });
    expect((await world.call("DELETE", path)).statusCode).toBe(200);
    expect((await world.call("GET", path)).statusCode).toBe(404);
    const logged = await sql<{ operation: string }>`select distinct operation from operation_log
      where operation like 'push.%' and status = 200 order by operation`.execute(world.db);
    const operations = ["createPushRule", "deletePushRule", "enablePushRule", "updatePushRule"];
    expect(logged.rows.map(({ operation }) => operation)).toEqual(operations.map((name) => `push.${name}`));
  });

  it("keeps its secret sealed, tells it once, and another one replaces it [CAP-01]", async () => {
    const answer = await world.call("POST", "/push-rules", content({ secret: "0123456789abcdef" }));
    expect(answer.json().secret).toBe("0123456789abcdef");
    const id = answer.json().data.rule_id;
    const stored = async () => {
      const found = await sql<{ secret: Buffer }>`select secret from push_rules where id = ${id}`.execute(world.db);
      return found.rows[0]?.secret ?? Buffer.alloc(0);
    };
    expect((await stored()).toString("latin1")).not.toContain("0123456789abcdef");
    expect((await world.call("GET", `/push-rules/${id}`)).body).not.toContain("0123456789abcdef");
    await world.call("PUT", `/push-rules/${id}`, content({ name: "Other" }));
    expect(openSecret("a secret of the tests", await stored())).toBe("0123456789abcdef");
    await world.call("PUT", `/push-rules/${id}`, content({ secret: PUSH_SECRET }));
    expect(openSecret("a secret of the tests", await stored())).toBe(PUSH_SECRET);
  });

  it("beyond push_rule is refused, and nothing is half done [CAP-01]", async () => {
    await setPackage(world.db, world.manager.tenantId, { ...UNLIMITED_PACKAGE, push_rule: 2 });
    for (const name of ["one", "two"])
      expect((await world.call("POST", "/push-rules", content({ name }))).statusCode).toBe(200);
    const third = await world.call("POST", "/push-rules", content({ name: "three" }));
    expect(third.json()).toMatchObject({ code: "push.ruleLimit" });
    expect((await world.call("GET", "/push-rules")).json().counts).toMatchObject({ rules: 2, rules_limit: 2 });
    await setPackage(world.db, world.manager.tenantId, UNLIMITED_PACKAGE);
  });

  it.each([
    [{ name: " " }, "push.ruleName"],
    [{ url: "ftp://x.example" }, "push.url"],
    [{ secret: "short" }, "push.secret"],
    [{ source: { kind: "signals", signals: [] } }, "push.signals"],
    [{ source: { kind: "events", kinds: [] } }, "push.eventKinds"],
    [{ template: '{"a": "{{position.lat}}"}' }, "push.templateField"],
    [{ template: '{"a": ' }, "push.templateJson"],
    [{ scope: { kind: "devices", ids: ["00000000-0000-4000-8000-000000000000"] } }, "platform.notFound"],
  ])("with %j is refused [CAP-01]", async (more, code) => {
    const answer = await world.call("POST", "/push-rules", content(more));
    const { code: own, details } = answer.json();
    expect([own, JSON.stringify(details ?? "")].join(" ")).toContain(code);
    expect((await world.call("GET", "/push-rules")).json().counts.rules).toBe(0);
  });

  it("with an unknown field in its template is refused with the place [CAP-01]", async () => {
    const template = '{\n  "lat": "{{position.latitude}}",\n  "x": "{{position.lat}}"\n}';
    const answer = await world.call("POST", "/push-preview", { ...content(), template });
    expect(answer.json()).toMatchObject({
      code: "push.templateField",
      field: "template",
      message: expect.stringMatching(/position\.lat.*line 3, column 9|position\.lat.*第 3 行，第 9 列/),
    });
  });

  it("of a signal that the DBC does not have is refused, and a DBC in use stays [CAP-01] [DBC-01]", async () => {
    const source = (signal: string) => ({ kind: "signals", signals: [{ ...world.speed, signal }] });
    const unknown = await world.call("POST", "/push-rules", content({ source: source("Spede") }));
    expect(unknown.json()).toMatchObject({ code: "push.signalUnknown", field: "source" });
    expect((await world.call("POST", "/push-rules", content({ source: source("Speed") }))).statusCode).toBe(200);
    const uses = await world.call("GET", `/dbc-files/${world.dbcId}/uses`);
    expect(uses.json().list).toMatchObject([{ kind: "push", name: "To the depot", signals: [{ signal: "Speed" }] }]);
    expect((await world.call("DELETE", `/dbc-files/${world.dbcId}`)).statusCode).toBe(409);
  });

  it("to a private address is refused by its name, where the operator has not allowed it [CAP-01]", async () => {
    const strict = await testApp();
    try {
      const manager = await strict.user({ tenant: "own", name: "manager_b", role: "manager" });
      for (const host of ["127.0.0.1", "[::1]", "10.1.2.3", "localhost", "db.internal", "[::ffff:127.0.0.1]"]) {
        const payload = { ...content(), url: `http://${host}/hook` };
        const answer = await strict.call(manager, { method: "POST", url: "/api/push-rules", payload });
        expect(answer.json(), host).toMatchObject({ code: "push.privateUrl", field: "url" });
      }
    } finally {
      await strict.close();
    }
  });
});

describe("a preview", () => {
  const preview = async (more: object) => (await world.call("POST", "/push-preview", content(more))).json().data;

  it("is the newest real data by the template [CAP-01]", async () => {
    const nowUs = Math.floor(Date.now() / 1000) * 1_000_000;
    await world.drive([
      [nowUs - 2_000_000, 40],
      [nowUs - 1_000_000, 48],
    ]);
    const source = { kind: "signals", signals: [world.speed] };
    const template = '{"v": "{{signals.Speed}}", "of": "{{device.name}}", "at": "{{time}}"}';
    const shown = await preview({ source, template });
    expect(shown).toMatchObject({ is_real: true, device_name: "VAN-01" });
    expect(JSON.parse(shown.body)).toEqual({ v: 12, of: "VAN-01", at: nowUs / 1000 - 1000 });
    expect(shown.fields).toContain("signals.Speed");
    await world.locate([{ time: nowUs / 1000, latitude: 31, longitude: 121 }]);
    expect(JSON.parse((await preview({})).body).position).toMatchObject({ latitude: 31, longitude: 121 });
  });

  it("says that values are made up where there is no data [CAP-01]", async () => {
    const { thingsId } = await testDevice(world.db, world.manager.tenantId);
    const scope = { kind: "devices", ids: [thingsId] };
    const shown = await preview({ scope, source: { kind: "files" } });
    expect(shown.is_real).toBe(false);
    expect(JSON.parse(shown.body).file).toMatchObject({ name: "drive.blf" });
  });

  it("of events is the newest that the rule forwards [CAP-01]", async () => {
    const { tenantId, userId, name } = world.manager;
    const ruleId = await makeTestRule(world.db, { tenantId, userId, userName: name });
    const { thingsId, bindingNumber: binding } = world.device;
    const id = await makeTestEvent(world.db, {
      tenantId,
      thingsId,
      ruleId,
      binding,
      startedUs: Date.now() * 1000 - 5_000_000,
    });
    const shown = await preview({ source: { kind: "events", kinds: ["alarm.fired"] } });
    expect(shown.is_real).toBe(true);
    expect(JSON.parse(shown.body)).toMatchObject({ type: "alarm.fired", event: { id, level: expect.any(String) } });
  });
});

describe("a test delivery", () => {
  it("is sent at once, signed, and kept with the rule [CAP-01]", async () => {
    const ruleId = await world.rule();
    const answer = await world.call("POST", "/push-test", content({ rule_id: ruleId }));
    expect(answer.json().data).toMatchObject({ result: "sent", status: 204, problem: null });
    expect(world.receiver.taken).toMatchObject([{ body: { type: "position", rule: { id: ruleId } } }]);
    const kept = await world.call("GET", `/push-deliveries?rule_id=${ruleId}`);
    expect(kept.json().list).toMatchObject([{ cause: "test", state: "sent", status: 204 }]);
  });

  it("with another secret is told that the receiver refused it [CAP-01]", async () => {
    const answer = await world.call("POST", "/push-test", content({ secret: "not the receiver's" }));
    expect(answer.json().data).toMatchObject({ result: "failed", status: 401 });
  });
});
