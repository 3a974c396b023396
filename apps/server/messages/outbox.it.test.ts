import type { CHANNELS } from "@canopy/contract/messages/outbox";
import type { ProvidedChannel } from "@canopy/contract/messages/providers";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../platform/log.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { testSmtp } from "../testing/test-smtp.ts";
import { Providers } from "./find-providers.ts";
import { OutboxSender, pauseAfter } from "./outbox-sender.ts";
import { claimDue, insertOutgoing } from "./outbox-store.ts";
import { KEYS, type ProviderServer, providerServer } from "./test-provider-server.ts";

let world: TestApp;
let operator: TestUser;
let owner: TestUser;
let server: ProviderServer;

beforeAll(async () => {
  world = await testApp({ privateTargets: true });
  operator = await world.user({ tenant: "platform", name: "operator", role: "system" });
  owner = await world.user({ tenant: "acme", name: "acme_owner", role: "manager" });
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`truncate outbox, message_providers`.execute(world.database.db);
  server = await providerServer();
  return () => server.close();
});

const PARAMETERS = { subject: "VAN-01", text: "motor 121 °C", time: "2026-11-16T08:00:00Z" };
type Channel = (typeof CHANNELS)[number];

const queue = (channel: Channel, destination: string, target?: string) =>
  insertOutgoing(
    world.database.db,
    {
      tenantId: owner.tenantId,
      channel,
      destination,
      subject: "Alarm of VAN-01",
      content: "VAN-01: motor 121 °C <hot>",
      template: "notice",
      parameters: PARAMETERS,
      ...(target !== undefined && { target }),
    },
    "waiting",
    TEST_SECRET,
  );

function sender(parts: { privateTargets?: boolean; now?: () => number } = {}): OutboxSender {
  const { db } = world.database;
  const { privateTargets = true, now = Date.now } = parts;
  const providers = new Providers({ db, secret: TEST_SECRET, smtpUrl: undefined, privateTargets });
  return new OutboxSender({ db, secret: TEST_SECRET, providers, log: createLog("silent"), now });
}

const rowOf = async (id: string) =>
  (
    await sql<{ state: string; attempts: number; problem: string | null; pause_s: number | null }>`
      select state, attempts, problem, extract(epoch from next_at - now())::float8 as pause_s from outbox
      where id = ${id}`.execute(world.database.db)
  ).rows[0];
const makeDue = () => sql`update outbox set next_at = now() where state = 'waiting'`.execute(world.database.db);

const SETTINGS: Record<string, { values: Record<string, string>; secret: string }> = {
  "sms.aliyun": {
    values: { accessKeyId: "AK", signName: "车云", codeTemplate: "C1", noticeTemplate: "N1" },
    secret: KEYS.aliyun,
  },
  "sms.tencent": {
    values: {
      secretId: "ID",
      appId: "1400",
      signName: "车云",
      codeTemplate: "C1",
      noticeTemplate: "N1",
      region: "ap-guangzhou",
    },
    secret: KEYS.tencent,
  },
  "sms.twilio": { values: { accountSid: "AC1", from: "+15005550006" }, secret: KEYS.twilio },
  "voice.aliyun": { values: { accessKeyId: "AK", noticeTemplate: "T1" }, secret: KEYS.aliyun },
  "voice.tencent": {
    values: { secretId: "ID", appId: "1400", noticeTemplate: "T1", region: "ap-guangzhou" },
    secret: KEYS.tencent,
  },
  "voice.twilio": { values: { accountSid: "AC1", from: "+15005550006" }, secret: KEYS.twilio },
};

const set = (channel: ProvidedChannel, payload: Record<string, unknown>, by = operator) =>
  world.call(by, { method: "PUT", url: `/api/operating/providers/${channel}`, payload });

async function setKind(channel: ProvidedChannel, kind: string): Promise<void> {
  const { values, secret } = SETTINGS[`${channel}.${kind}`] ?? { values: {}, secret: "" };
  const answer = await set(channel, { provider: kind, settings: { ...values, endpoint: server.url }, secret });
  expect(answer.json()).toEqual({ message: expect.any(String) });
}

describe("a provider", () => {
  it.each([
    ["sms", "aliyun", "aliyun SendSms", `N1 ${JSON.stringify(PARAMETERS)}`],
    ["sms", "tencent", "tencent SendSms", `N1 ${Object.values(PARAMETERS).join("|")}`],
    ["sms", "twilio", "twilio Messages", "VAN-01: motor 121 °C <hot>"],
    ["voice", "aliyun", "aliyun SingleCallByTts", `T1 ${JSON.stringify(PARAMETERS)}`],
    ["voice", "tencent", "tencent SendTtsVoice", `T1 ${Object.values(PARAMETERS).join("|")}`],
    [
      "voice",
      "twilio",
      "twilio Calls",
      '<Response><Say language="en-US" loop="2">VAN-01: motor 121 °C &lt;hot&gt;</Say></Response>',
    ],
  ] as const)("of %s by %s takes a message that it can check, once [TRG-06]", async (channel, kind, call, text) => {
    await setKind(channel, kind);
    const id = await queue(channel, "13800000001");
    expect(await sender().sendDue()).toBe(1);
    expect(server.taken).toEqual([{ kind: call, id, to: "13800000001", text }]);
    expect(await rowOf(id)).toMatchObject({ state: "sent", attempts: 1, problem: null });
    expect(await sender().sendDue()).toBe(0);
  });

  it.each(["aliyun", "tencent", "twilio"])("that refuses the signature says so: %s [TRG-06]", async (kind) => {
    await setKind("sms", kind);
    await set("sms", {
      provider: kind,
      settings: { ...SETTINGS[`sms.${kind}`]?.values, endpoint: server.url },
      secret: "wrong",
    });
    const id = await queue("sms", "13800000001");
    await sender().sendDue();
    expect(await rowOf(id)).toMatchObject({ state: "failed", problem: expect.stringMatching(/signature|401/i) });
  });

  it("of mail sends by SMTP with the same Message-ID at every try, and tells a refused recipient from a fault [TRG-06]", async () => {
    const smtp = await testSmtp();
    try {
      const values = {
        host: "127.0.0.1",
        port: String(smtp.port),
        security: "none",
        from: "Canopy <no-reply@example.com>",
      };
      expect((await set("email", { provider: "smtp", settings: values })).statusCode).toBe(200);
      const id = await queue("email", "someone@example.com");
      await sender().sendDue();
      expect(smtp.mails[0]).toContain(`Message-ID: <${id}@canopy>`);
      smtp.refusal = Object.assign(new Error("mailbox full"), { responseCode: 452 });
      const full = await queue("email", "full@example.com");
      await sender().sendDue();
      expect(await rowOf(full)).toMatchObject({ state: "waiting", problem: expect.stringContaining("mailbox full") });
      smtp.refusal = Object.assign(new Error("no such user"), { responseCode: 550 });
      const nobody = await queue("email", "nobody@example.com");
      await sender().sendDue();
      expect(await rowOf(nobody)).toMatchObject({ state: "failed", problem: expect.stringContaining("no such user") });
    } finally {
      await smtp.close();
    }
  });

  it("is set by the system manager alone; its secret is kept, never told, and needed again for another kind [TRG-06]", async () => {
    await setKind("sms", "aliyun");
    const { values } = SETTINGS["sms.aliyun"] ?? { values: {} };
    expect((await set("sms", { provider: "aliyun", settings: { ...values, signName: "other" } })).statusCode).toBe(200);
    const list = await world.call(operator, { url: "/api/operating/providers" });
    expect(list.json().list).toMatchObject([
      { channel: "email", provider: null, has_secret: false },
      { channel: "sms", provider: "aliyun", settings: { signName: "other" }, has_secret: true },
      { channel: "voice", provider: null },
    ]);
    expect(list.body).not.toContain(KEYS.aliyun);
    const stored = await sql<{ secret: Buffer }>`select secret from message_providers`.execute(world.database.db);
    expect(stored.rows[0]?.secret.toString("latin1")).not.toContain(KEYS.aliyun);
    const wrong = [
      [{ provider: "twilio", settings: { accountSid: "AC1", from: "+1" } }, "secret"],
      [{ provider: "pigeon", settings: {}, secret: "x" }, "provider"],
      [{ provider: "aliyun", settings: { ...values, signName: "" } }, "signName"],
      [{ provider: "aliyun", settings: { ...values, more: "x" } }, "more"],
      [{ provider: "aliyun", settings: { ...values, endpoint: "ftp://x" } }, "endpoint"],
    ] as const;
    for (const [payload, field] of wrong)
      expect((await set("sms", payload)).json()).toMatchObject({ code: "messages.providerInvalid", field });
    expect((await set("sms", { provider: "aliyun", settings: values }, owner)).statusCode).toBe(403);
    expect((await world.call(owner, { url: "/api/operating/providers" })).statusCode).toBe(403);
  });

  it("is tried with a test message, and its refusal is shown [TRG-06]", async () => {
    const test = (destination: string) =>
      world.call(operator, { method: "POST", url: "/api/operating/providers/sms/test", payload: { to: destination } });
    expect((await test("13800000001")).json().code).toBe("messages.providerMissing");
    await setKind("sms", "aliyun");
    expect((await test("13800000001")).statusCode).toBe(200);
    expect(server.taken).toHaveLength(1);
    expect((await test("nobody")).json()).toMatchObject({
      code: "messages.providerRefused",
      message: expect.stringContaining("MOBILE_NUMBER_ILLEGAL"),
    });
  });
});

describe("a webhook", () => {
  it("of Feishu and of one's own is signed, by a secret that the outbox keeps encrypted [TRG-06]", async () => {
    await queue("feishu", `${server.url}/feishu`, KEYS.feishu);
    const id = await queue("webhook", `${server.url}/hook`, KEYS.webhook);
    const stored = await sql<{ row: string }>`select row_to_json(o)::text as row from outbox o`.execute(
      world.database.db,
    );
    for (const { row } of stored.rows) expect(row).not.toMatch(/bot secret|own secret/);
    expect(await sender().sendDue()).toBe(2);
    expect(server.taken.find(({ kind }) => kind === "feishu")?.text).toBe("VAN-01: motor 121 °C <hot>");
    const hook = server.taken.find(({ kind }) => kind === "webhook");
    expect(hook).toMatchObject({ id, to: "/hook" });
    expect(JSON.parse(hook?.text ?? "{}")).toMatchObject({ id, subject: "Alarm of VAN-01", parameters: PARAMETERS });
  });

  it("with the wrong secret is a dead letter [TRG-06]", async () => {
    const bot = await queue("feishu", `${server.url}/feishu`, "another secret");
    const own = await queue("webhook", `${server.url}/hook`, "another secret");
    await sender().sendDue();
    expect(await rowOf(bot)).toMatchObject({ state: "failed", problem: "19021: sign match fail" });
    expect(await rowOf(own)).toMatchObject({ state: "failed", problem: expect.stringContaining("HTTP 401") });
  });

  it("to a private address is not called unless the operator allows it [TRG-06]", async () => {
    const id = await queue("webhook", `${server.url}/hook`);
    await sender({ privateTargets: false }).sendDue();
    expect(server.calls).toBe(0);
    expect(await rowOf(id)).toMatchObject({
      problem: expect.stringContaining("not an address of the public internet"),
    });
  });
});

describe("a message that was not taken", () => {
  beforeEach(() => setKind("sms", "twilio"));

  it.each([
    [500, "waiting"],
    [503, "waiting"],
    [429, "waiting"],
    [400, "failed"],
    [302, "failed"],
  ])("after HTTP %i is %s [TRG-06]", async (status, state) => {
    server.instead = () => ({ status });
    const id = await queue("sms", "1");
    await sender().sendDue();
    expect(await rowOf(id)).toMatchObject({ state, attempts: 1, problem: expect.stringContaining(`HTTP ${status}`) });
  });

  it("is tried again later and later, or when the provider asks for it [TRG-06]", async () => {
    expect([1, 2, 3, 4, 5, 9].map(pauseAfter)).toEqual([30_000, 120_000, 480_000, 1_920_000, 3_600_000, 3_600_000]);
    server.instead = () => ({ status: 429, headers: { "retry-after": "600" } });
    const id = await queue("sms", "1");
    await sender().sendDue();
    const { pause_s = 0 } = (await rowOf(id)) ?? {};
    expect(Math.round((pause_s ?? 0) / 10)).toBe(60);
    expect(await sender().sendDue()).toBe(0);
    server.instead = undefined;
    await makeDue();
    await sender().sendDue();
    expect(await rowOf(id)).toMatchObject({ state: "sent", attempts: 2, problem: null });
    expect(server.taken).toHaveLength(1);
  });

  it("is a dead letter after a day, and is sent again by the operator [TRG-06]", async () => {
    server.instead = () => ({ status: 500 });
    const id = await queue("sms", "1");
    await sql`update outbox set created_at = now() - interval '25 hours'`.execute(world.database.db);
    await sender().sendDue();
    expect(await rowOf(id)).toMatchObject({ state: "failed" });
    server.instead = undefined;
    const again = () => world.call(operator, { method: "POST", url: `/api/operating/outbox/${id}/resend` });
    expect((await again()).statusCode).toBe(200);
    await sender().sendDue();
    expect(await rowOf(id)).toMatchObject({ state: "sent" });
    expect((await again()).json().code).toBe("messages.notFailed");
  });

  it("does not cost each of a thousand others a try while the provider is down [TRG-06]", async () => {
    server.instead = () => ({ status: 503 });
    for (let i = 0; i < 40; i += 1) await queue("sms", String(i));
    let nowMs = Date.now();
    const own = sender({ now: () => nowMs });
    while ((await own.sendDue()) > 0);
    expect(server.calls).toBeLessThanOrEqual(4);
    // The channel rests, then one message asks again.
    nowMs += 6_000;
    await own.sendDue();
    nowMs += 60_000;
    await own.sendDue();
    expect(server.calls).toBeLessThanOrEqual(6);
    const { list } = (await world.call(operator, { url: "/api/operating/providers" })).json();
    expect(list[1]).toMatchObject({ waiting: 40, failed: 0, problem: expect.stringContaining("HTTP 503") });
    server.instead = undefined;
    await makeDue();
    nowMs += 600_000;
    while ((await own.sendDue()) > 0);
    expect(server.taken).toHaveLength(40);
  });

  it("waits for a provider where there is none, and is sent when there is one; a code is not [TRG-06] [ACC-07]", async () => {
    const waiting = await queue("voice", "1");
    await sender().sendDue();
    expect(await rowOf(waiting)).toMatchObject({ state: "unconfigured" });
    const { db } = world.database;
    const code = { tenantId: null, channel: "voice", destination: "2", subject: "", content: "123456" } as const;
    const kept = await insertOutgoing(
      db,
      { ...code, template: "code", parameters: { code: "123456" } },
      "unconfigured",
    );
    await setKind("voice", "twilio");
    await sender().sendDue();
    expect(await rowOf(waiting)).toMatchObject({ state: "sent" });
    expect(await rowOf(kept)).toMatchObject({ state: "unconfigured" });
  });
});

describe("a crash", () => {
  beforeEach(() => setKind("sms", "twilio"));

  it("between claim and answer sends the message again under the same id [TRG-06]", async () => {
    const id = await queue("sms", "1");
    // The process ends after the provider took the message and before the row says so.
    const [claimed] = await claimDue(world.database.db, TEST_SECRET, ["sms"], 1);
    expect(claimed?.message.id).toBe(id);
    expect(await sender().sendDue()).toBe(0);
    await sql`update outbox set claimed_until = now() - interval '1 second'`.execute(world.database.db);
    await sender().sendDue();
    expect(server.taken.map((call) => call.id)).toEqual([id]);
    expect(await rowOf(id)).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("of nobody: two senders at once take each message once [TRG-06]", async () => {
    for (let i = 0; i < 60; i += 1) await queue("sms", String(i));
    const drain = async (own: OutboxSender) => {
      while ((await own.sendDue()) > 0);
    };
    await Promise.all([drain(sender()), drain(sender()), drain(sender())]);
    expect(new Set(server.taken.map(({ to }) => to)).size).toBe(60);
    expect(server.taken).toHaveLength(60);
  });
});
