import { keptRule } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createAccount } from "../../accounts/create-account.ts";
import { replaceLevels } from "../../devices/rights/device-level-store.ts";
import { Providers } from "../../messages/find-providers.ts";
import { OutboxSender } from "../../messages/outbox-sender.ts";
import { storeProvider } from "../../messages/provider-store.ts";
import { KEYS, type ProviderServer, providerServer } from "../../messages/test-provider-server.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { TEST_PASSWORD, TEST_SECRET } from "../../testing/test-app.ts";
import { AlarmWorld, batchOf } from "../../testing/worlds/test-alarm-world.ts";
import { cleanUpAlarms } from "../clean-up.ts";
import { toldOf } from "../events/told-store.ts";
import { changeRule, insertRule } from "../rules/rule-store.ts";
import { makeTestRule, sampleRule } from "../rules/test-rule.ts";
import { AlarmNotifier } from "./alarm-notifier.ts";
import { sendRuleCommand } from "./send-rule-command.ts";
import { removeTemplate, storeTemplate } from "./template-store.ts";

let world: AlarmWorld;
let server: ProviderServer;
const limits: Record<string, number | null> = {};
const asked: { deviceId: string; method: string; params: unknown }[] = [];
const log = createLog("silent");

beforeAll(async () => {
  world = await AlarmWorld.open();
});
afterAll(() => world?.close());
beforeEach(async () => {
  const { db } = world.database;
  await sql`truncate outbox, message_providers, alarm_outbox, alert_usage`.execute(db);
  for (const name of Object.keys(limits)) delete limits[name];
  asked.length = 0;
  server = await providerServer();
  const twilio = {
    kind: "twilio",
    values: { accountSid: "AC1", from: "+1", endpoint: server.url },
    secret: KEYS.twilio,
  };
  await storeProvider(db, TEST_SECRET, "sms", twilio);
  return () => server.close();
});

function notifier(more: Partial<ConstructorParameters<typeof AlarmNotifier>[0]> = {}): AlarmNotifier {
  const { db } = world.database;
  const commands = {
    db,
    now: Date.now,
    ask: async (deviceId: string, { method, params }: { method: string; params: unknown }) => {
      asked.push({ deviceId, method, params });
      return { kind: "offline" } as const;
    },
  };
  return new AlarmNotifier({
    db,
    secret: TEST_SECRET,
    log,
    limitOf: async (_tenantId, name) => limits[name] ?? null,
    publicUrl: "https://canopy.example",
    sendCommand: (command) => sendRuleCommand(commands, command),
    now: Date.now,
    ...more,
  });
}

function sender(): OutboxSender {
  const { db } = world.database;
  const providers = new Providers({ db, secret: TEST_SECRET, smtpUrl: undefined, privateTargets: true });
  return new OutboxSender({ db, secret: TEST_SECRET, providers, log });
}

/** Fires a rule of a new device. */
async function fire(actions: NonNullable<Parameters<typeof sampleRule>[0]>["actions"]): Promise<TestDevice> {
  const device = await world.device();
  await world.rule({ scope: { kind: "device", id: device.thingsId }, level: "urgent", description: "check", actions });
  await exceed(device);
  return device;
}

async function exceed(device: TestDevice): Promise<void> {
  const process = world.start();
  const atUs = (Math.floor(Date.now() / 1000) - 60) * 1_000_000;
  await process.ingest.ingest(batchOf(device, { sequence: 1, samples: [[atUs, 120]] }));
  await process.relay();
}

/** A sub-user that may write the device. */
async function writerOf({ tenantId, thingsId }: TestDevice, name: string): Promise<Author> {
  const { db } = world.database;
  const account = { tenant: "acme", tenantKind: "owner", name, password: TEST_PASSWORD, role: "sub" } as const;
  const made = await createAccount(db, { ...account, tenantLevel: "write" });
  await replaceLevels(db, tenantId, made.userId, new Map([[thingsId, "write"]]));
  return { ...made, userName: name };
}

type Author = AlarmWorld["author"];

const notesOf = async ({ thingsId }: TestDevice) =>
  (
    await sql<{ note: string }>`select concat(n.kind, ' ', n.content) as note from alarm_notes n
      join alarm_events e on e.id = n.event_id where e.things_id = ${thingsId} order by n.id`.execute(world.database.db)
  ).rows.map(({ note }) => note);

/** What its only event tells of its actions. */
async function toldOn({ tenantId, thingsId }: TestDevice) {
  const { db } = world.database;
  const found = await sql<{ id: string }>`select id from alarm_events where things_id = ${thingsId}`.execute(db);
  return toldOf(db, tenantId, found.rows[0]?.id ?? "");
}

describe("a firing", () => {
  it("reaches a phone, a bot and a webhook, each once, with device, rule, value and a link [TRG-06]", async () => {
    await fire([
      { kind: "sms", targets: ["13800000001"], every_min: 60 },
      { kind: "feishu", targets: [`${server.url}/feishu#${encodeURIComponent(KEYS.feishu)}`], every_min: 1 },
      { kind: "webhook", targets: [`${server.url}/hook#${encodeURIComponent(KEYS.webhook)}`], every_min: 1 },
    ]);
    expect(await notifier().handOver()).toBe(3);
    expect(await notifier().handOver()).toBe(0);
    while ((await sender().sendDue()) > 0);
    expect(server.taken.map(({ kind }) => kind).sort()).toEqual(["feishu", "twilio Messages", "webhook"]);
    const text = server.taken.find(({ kind }) => kind === "feishu")?.text ?? "";
    expect(text).toContain("紧急报警：");
    expect(text).toMatch(
      /Urgent alarm: .*\nvalue 120, channel CAN1, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n\ncheck\n\nhttps:/,
    );
    expect(text).toMatch(/https:\/\/canopy\.example\/Container\/AlarmCenter\?event=[0-9a-f-]{36}$/);
  });

  it("has the text that the operator wrote for its kind [TRG-06]", async () => {
    const { db } = world.database;
    const text = "{device}: {value} of {rule}{link}";
    await storeTemplate(db, "feishu", { zh: { subject: "", text: "" }, en: { subject: "x", text } });
    onTestFinished(() => removeTemplate(db, "feishu"));
    await fire([
      { kind: "feishu", targets: [`${server.url}/feishu#${encodeURIComponent(KEYS.feishu)}`], every_min: 1 },
      { kind: "sms", targets: ["13800000001"], every_min: 60 },
    ]);
    await notifier().handOver();
    while ((await sender().sendDue()) > 0);
    const textOf = (kind: string) => server.taken.find((one) => one.kind === kind)?.text;
    expect(textOf("feishu")).toMatch(/^test device: 120 of n_\w+https:/);
    expect(textOf("twilio Messages")).toContain("Urgent alarm: ");
  });

  it("tells of each action what its provider said of it [TRG-06]", async () => {
    const device = await fire([
      { kind: "sms", targets: ["13800000001"], every_min: 60 },
      { kind: "voice", targets: ["13800000001"], every_min: 60 },
      { kind: "feishu", targets: [`${server.url}/feishu#${encodeURIComponent(KEYS.feishu)}`], every_min: 1 },
    ]);
    const told = async () => {
      const rows = await toldOn(device);
      return rows.map(({ kind, state, provider_id, tries }) => [kind, state, provider_id, tries]).sort();
    };
    await notifier().handOver();
    expect((await told()).map(([, state]) => state)).toEqual(["waiting", "waiting", "waiting"]);
    server.instead = () => ({ status: 500 });
    await sender().sendDue();
    expect(await told()).toEqual([
      ["feishu", "waiting", null, 1],
      ["sms", "waiting", null, 1],
      ["voice", "unprovided", null, 0],
    ]);
    server.instead = undefined;
    await sql`update outbox set next_at = now() where state = 'waiting'`.execute(world.database.db);
    while ((await sender().sendDue()) > 0);
    expect(await told()).toEqual([
      ["feishu", "delivered", null, 2],
      ["sms", "accepted", "SM1", 2],
      ["voice", "unprovided", null, 0],
    ]);
  });

  it("of two processes at once is handed over by one of them [TRG-06]", async () => {
    const targets = Array.from({ length: 10 }, (_, i) => `1380000000${i}`);
    await fire([{ kind: "sms", targets, every_min: 60 }]);
    const counts = await Promise.all([notifier().handOver(), notifier().handOver(), notifier().handOver()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10);
    while ((await sender().sendDue()) > 0);
    expect(server.taken.map(({ to }) => to).sort()).toEqual(targets);
  });

  it("that dies while it hands over loses nothing [TRG-06]", async () => {
    await fire([{ kind: "sms", targets: ["13800000001"], every_min: 60 }]);
    const { db } = world.database;
    await expect(
      db.transaction().execute(async (transaction) => {
        const dying = new AlarmNotifier({
          db: { transaction: () => ({ execute: (work: (db: unknown) => unknown) => work(transaction) }) } as never,
          secret: TEST_SECRET,
          log,
          limitOf: async () => null,
          publicUrl: undefined,
          sendCommand: async () => "",
          now: Date.now,
        });
        expect(await dying.handOver()).toBe(1);
        throw new Error("killed before the commit");
      }),
    ).rejects.toThrow("killed");
    expect(await notifier().handOver()).toBe(1);
    while ((await sender().sendDue()) > 0);
    expect(server.taken).toHaveLength(1);
  });

  it("beyond the month's text messages says which action was not sent [TRG-04]", async () => {
    limits.alert_sms = 1;
    const device = await fire([{ kind: "sms", targets: ["13800000001", "13800000002"], every_min: 60 }]);
    expect(await notifier().handOver()).toBe(2);
    while ((await sender().sendDue()) > 0);
    expect(server.taken).toHaveLength(1);
    expect(await notesOf(device)).toEqual([expect.stringMatching(/^notSent sms: .*used up$/)]);
  });

  it("acts only while who saved the rule last is there and may write the device [USR-03] [TRG-01]", async () => {
    const { db } = world.database;
    const actions = [
      { kind: "sms" as const, targets: ["13800000001"], every_min: 60 },
      { kind: "command" as const, command: { method: "time.sync", params: {} }, every_min: 1 },
    ];
    const byRule: string[] = [];
    const saves: Record<
      string,
      (author: Author, device: TestDevice, save: (by: Author) => Promise<unknown>) => unknown
    > = {
      writer: () => undefined,
      reader: ({ userId }, { tenantId, thingsId }) =>
        replaceLevels(db, tenantId, userId, new Map([[thingsId, "read"]])),
      tenantReader: ({ userId }) => sql`update users set tenant_level = 'read' where id = ${userId}`.execute(db),
      gone: ({ userId }) => sql`delete from users where id = ${userId}`.execute(db),
      takenOver: async ({ userId }, _device, save) => {
        await save(world.author);
        await sql`delete from users where id = ${userId}`.execute(db);
      },
      lastSaverGone: async ({ userId }, { tenantId }, save) => {
        const other = { tenantId, userId, userName: "" };
        await save(world.author);
        await save(other);
        await sql`delete from users where id = ${userId}`.execute(db);
      },
    };
    for (const [name, then] of Object.entries(saves)) {
      const device = await world.device();
      const author = await writerOf(device, name);
      const content = keptRule.parse(
        sampleRule({ enabled: true, scope: { kind: "device", id: device.thingsId }, actions }),
      );
      const id = (await insertRule(db, author, content)) ?? "";
      await then(author, device, (by) => changeRule(db, by, id, content));
      await exceed(device);
      const own = notifier();
      await own.handOver();
      await own.stop();
      byRule.push(`${name}: ${(await toldOn(device)).map(({ problem }) => problem ?? "handed").join(", ")}`);
      if (name === "gone")
        expect((await notesOf(device)).sort()).toEqual([
          "command time.sync: rights",
          expect.stringMatching(/^notSent sms: .*no read-write/),
        ]);
    }
    expect(byRule).toEqual([
      "writer: handed, offline",
      "reader: rights, rights",
      "tenantReader: rights, rights",
      "gone: rights, rights",
      "takenOver: handed, offline",
      "lastSaverGone: rights, rights",
    ]);
  });

  it("is handed over no faster than the package allows, and others are not held up [TRG-04]", async () => {
    limits.alert_tps = 2;
    await fire([{ kind: "email", targets: ["a@x.com", "b@x.com", "c@x.com", "d@x.com", "e@x.com"], every_min: 60 }]);
    const own = notifier();
    let most = 0;
    const bySecond = new Map<number, number>();
    while ([...bySecond.values()].reduce((sum, count) => sum + count, 0) < 5) {
      const second = Math.floor(Date.now() / 1000);
      const count = await own.handOver();
      bySecond.set(second, (bySecond.get(second) ?? 0) + count);
      most = Math.max(most, count);
    }
    expect(most).toBeLessThanOrEqual(2);
    expect(bySecond.size).toBeGreaterThanOrEqual(3);
  });

  it("is refused where the package allows none, and others are not held up [TRG-04] [CAP-01]", async () => {
    const { db } = world.database;
    const device = await fire([
      { kind: "email", targets: ["a@example.org"], every_min: 60 },
      { kind: "command", command: { method: "time.sync", params: {} }, every_min: 1 },
    ]);
    await sql`insert into alarm_outbox (tenant_id, event_id, rule_id, things_id, third_things_id, cause, kind, target, parameters)
      select tenant_id, event_id, rule_id, things_id, third_things_id, cause, kind, target, parameters
      from alarm_outbox cross join generate_series(1, 119) where kind = 'email'`.execute(db);
    const account = { tenant: "other", tenantKind: "owner", name: "other", password: TEST_PASSWORD } as const;
    const other = await createAccount(db, { ...account, role: "manager", tenantLevel: "write" });
    const theirs = await testDevice(db, other.tenantId);
    await makeTestRule(
      db,
      { ...other, userName: "other" },
      {
        enabled: true,
        scope: { kind: "device", id: theirs.thingsId },
        actions: [{ kind: "sms", targets: ["13800000001"], every_min: 60 }],
      },
    );
    await exceed(theirs);
    const own = notifier({
      limitOf: async (tenantId, name) => (name === "alert_tps" && tenantId === device.tenantId ? 0 : null),
    });
    expect([await own.handOver(), await own.handOver(), await own.handOver()]).toEqual([100, 21, 0]);
    await own.stop();
    const handed = await sql<{ tenant: string }>`select tenant_id as tenant from outbox`.execute(db);
    expect(handed.rows).toEqual([{ tenant: other.tenantId }]);
    const told = await toldOn(device);
    expect([...new Set(told.map(({ kind, state, problem }) => `${kind} ${state} ${problem}`))].sort()).toEqual([
      "command failed rate",
      "email notSent rate",
    ]);
    expect([...new Set(await notesOf(device))].sort()).toEqual([
      "command time.sync: rate",
      expect.stringMatching(/^notSent email: .*allows no alarm notices$/),
    ]);
  });

  it("sends its command to the device once, and the event tells what became of it [TRG-01]", async () => {
    const device = await fire([
      { kind: "command", command: { method: "time.sync", params: {} }, every_min: 1, targets: [] },
      { kind: "webhook", targets: ["not a URL"], every_min: 1 },
    ]);
    const own = notifier();
    expect(await own.handOver()).toBe(2);
    await own.stop();
    expect(await notifier().handOver()).toBe(0);
    expect(asked).toEqual([{ deviceId: device.deviceId, method: "time.sync", params: expect.anything() }]);
    expect((await notesOf(device)).sort()).toEqual([
      "command time.sync: offline",
      expect.stringMatching(/^notSent webhook: .*not an address$/),
    ]);
    expect((await toldOn(device)).map(({ state, problem }) => [state, problem])).toEqual([
      ["failed", "offline"],
      ["notSent", "target"],
    ]);
  });

  it("waits for no command, and a device gets its commands one after the other [TRG-04] [TRG-06]", async () => {
    const command = { method: "time.sync", params: {} };
    const device = await fire([
      { kind: "command", command, every_min: 1, targets: [] },
      { kind: "sms", targets: ["13800000001"], every_min: 60 },
    ]);
    const { db } = world.database;
    const method = (name: string) => JSON.stringify({ method: name, params: {} });
    await sql`insert into alarm_outbox (tenant_id, event_id, rule_id, things_id, third_things_id, cause, kind, target, parameters)
      select tenant_id, event_id, rule_id, things_id, third_things_id, 'recovered', kind, ${method("record.stop")}, parameters
      from alarm_outbox where kind = 'command'`.execute(db);
    const answers: ((outcome: string) => void)[] = [];
    const sent: string[] = [];
    const own = notifier({
      sendCommand: ({ target }) => {
        sent.push(JSON.parse(target).method);
        return new Promise((resolve) => answers.push(resolve));
      },
    });
    expect(await own.handOver()).toBe(2);
    expect([await own.handOver(), await notifier().handOver()]).toEqual([0, 0]);
    expect((await toldOn(device)).map(({ kind, state }) => [kind, state])).toEqual([
      ["command", "waiting"],
      ["sms", "waiting"],
      ["command", "waiting"],
    ]);
    answers[0]?.("done");
    await own.stop();
    expect(await own.handOver()).toBe(1);
    answers[1]?.("failed busy");
    await own.stop();
    expect(sent).toEqual(["time.sync", "record.stop"]);
    expect((await toldOn(device)).map(({ state, problem }) => [state, problem])).toEqual([
      ["sent", null],
      ["waiting", null],
      ["failed", "failed busy"],
    ]);
    expect(await notesOf(device)).toEqual(["command time.sync: done", "command record.stop: failed busy"]);
  });

  it("tells of a command that broke, and of one whose process ended, which is not sent again [TRG-04]", async () => {
    const actions = [{ kind: "command" as const, command: { method: "time.sync", params: {} }, every_min: 1 }];
    const [broken, lost] = [await fire(actions), await fire(actions)];
    const own = notifier({
      sendCommand: ({ thingsId }) =>
        thingsId === broken.thingsId ? Promise.reject(new Error("no way")) : new Promise(() => undefined),
    });
    expect(await own.handOver()).toBe(2);
    await expect.poll(() => notesOf(broken)).toEqual(["command time.sync: fault"]);
    expect([await notifier().handOver(), await notesOf(lost)]).toEqual([0, []]);
    await sql`update alarm_outbox set handed_at = now() - interval '61 s'
      where things_id = ${lost.thingsId}`.execute(world.database.db);
    expect(await notifier().handOver()).toBe(0);
    expect(await notesOf(lost)).toEqual(["command time.sync: lost"]);
    expect(await toldOn(lost)).toMatchObject([{ state: "failed", problem: "lost" }]);
    expect(asked).toEqual([]);
  });

  it("that cannot be handed over holds nobody up, and is given up after some tries [TRG-06]", async () => {
    const broken = await fire([{ kind: "sms", targets: ["13800000001"], every_min: 60 }]);
    const secret = `${server.url}/hook#100%`;
    const kept = await fire([
      { kind: "webhook", targets: [secret], every_min: 1 },
      { kind: "sms", targets: ["13800000002"], every_min: 60 },
    ]);
    // No clock has this time.
    await sql`update alarm_outbox set parameters = parameters || '{"time": 1e30}'
      where things_id = ${broken.thingsId}`.execute(world.database.db);
    let nowMs = Date.now();
    const own = notifier({ now: () => nowMs });
    expect([await own.handOver(), await own.handOver(), await own.handOver()]).toEqual([0, 2, 0]);
    expect((await toldOn(kept)).map(({ state, problem }) => [state, problem])).toEqual([
      ["notSent", "target"],
      ["waiting", null],
    ]);
    for (let tries = 2; tries <= 5; tries++) {
      expect(await toldOn(broken)).toMatchObject([{ state: "waiting" }]);
      nowMs += 60_000;
      await own.handOver();
    }
    expect(await toldOn(broken)).toMatchObject([{ state: "notSent", problem: "fault" }]);
    expect(await notesOf(broken)).toEqual([expect.stringMatching(/^notSent sms: .*inside the server$/)]);
  });

  it("is removed from the outbox of alarms a month after its event is over, not before [TRG-06]", async () => {
    const { db } = world.database;
    const running = await fire([{ kind: "sms", targets: ["13800000001"], every_min: 60 }]);
    const over = await fire([{ kind: "sms", targets: ["13800000002"], every_min: 60 }]);
    await notifier().handOver();
    await sql`update alarm_outbox set handed_at = now() - interval '31 days'`.execute(db);
    await sql`update alarm_events set ended_us = started_us where things_id = ${over.thingsId}`.execute(db);
    await cleanUpAlarms(db).handler({ input: {} } as never);
    expect(await world.outbox(over)).toEqual([]);
    expect(await world.outbox(running)).toHaveLength(1);
  });
});
