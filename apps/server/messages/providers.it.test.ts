import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { OutboxBench, PARAMETERS, SETTINGS } from "../testing/outside/test-outbox.ts";
import { testSmtp } from "../testing/outside/test-smtp.ts";
import { KEYS } from "./test-provider-server.ts";

const bench = new OutboxBench();

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
    await bench.setKind(channel, kind);
    const id = await bench.queue(channel, "13800000001");
    expect(await bench.sender().sendDue()).toBe(1);
    expect(bench.server.taken).toEqual([{ kind: call, id, to: "13800000001", text }]);
    expect(await bench.rowOf(id)).toMatchObject({ state: "sent", attempts: 1, problem: null });
    expect(await bench.sender().sendDue()).toBe(0);
  });

  it.each([
    ["sms", "aliyun", "B1", "MOBILE_NOT_ON_SERVICE"],
    ["sms", "tencent", "S1", "UNDELIV"],
    ["sms", "twilio", "SM1", "undelivered 30003"],
    ["voice", "aliyun", "C1", "200003 未接听"],
    ["voice", "twilio", "SM1", "undelivered 30003"],
  ] as const)(
    "of %s by %s is asked what became of a message until it knows [TRG-06]",
    async (channel, kind, no, why) => {
      await bench.setKind(channel, kind);
      const id = await bench.queue(channel, "13800000001");
      await bench.sender().sendDue();
      expect(await bench.deliveryOf(id)).toEqual({
        provider_id: no,
        delivery: "accepted",
        delivery_problem: null,
        asks: true,
      });
      // Not at once.
      expect(await bench.ask()).toBe(0);
      await bench.makeAsked();
      expect(await bench.ask()).toBe(1);
      expect(await bench.deliveryOf(id)).toMatchObject({ delivery: "accepted", asks: true });
      bench.server.delivery = "failed";
      await bench.makeAsked();
      await bench.ask();
      expect(await bench.deliveryOf(id)).toMatchObject({ delivery: "undelivered", delivery_problem: why, asks: false });
      await sql`update outbox set ask_at = now() - interval '1 s'`.execute(bench.db);
      bench.server.delivery = "delivered";
      await bench.ask();
      expect(await bench.deliveryOf(id)).toMatchObject({ delivery: "delivered", delivery_problem: null, asks: false });
      await bench.makeAsked();
      expect(await bench.ask()).toBe(0);
    },
  );

  it("that does not answer when it is asked is asked again, and in the end no more [TRG-06]", async () => {
    await bench.setKind("sms", "twilio");
    const id = await bench.queue("sms", "13800000001");
    await bench.sender().sendDue();
    bench.server.instead = () => ({ status: 500 });
    await bench.makeAsked();
    await bench.ask();
    expect(await bench.deliveryOf(id)).toMatchObject({ delivery: "accepted", asks: true });
    await sql`update outbox set sent_at = sent_at - interval '7 hours'`.execute(bench.db);
    await bench.makeAsked();
    await bench.ask();
    expect(await bench.deliveryOf(id)).toMatchObject({ delivery: "accepted", asks: false });
  });

  it.each(["voice", "sms"] as const)(
    "that never says leaves %s accepted; a bot has it delivered [TRG-06]",
    async (of) => {
      await bench.setKind("voice", "tencent");
      const id =
        of === "voice"
          ? await bench.queue("voice", "138")
          : await bench.queue("feishu", `${bench.server.url}/feishu`, KEYS.feishu);
      await bench.sender().sendDue();
      const delivered = { provider_id: null, delivery: "delivered", asks: false };
      expect(await bench.deliveryOf(id)).toMatchObject(
        of === "voice" ? { provider_id: "C1", delivery: "accepted", asks: false } : delivered,
      );
    },
  );

  it.each(["aliyun", "tencent", "twilio"])("that refuses the signature says so: %s [TRG-06]", async (kind) => {
    await bench.setKind("sms", kind);
    await bench.set("sms", {
      provider: kind,
      settings: { ...SETTINGS[`sms.${kind}`]?.values, endpoint: bench.server.url },
      secret: "wrong",
    });
    const id = await bench.queue("sms", "13800000001");
    await bench.sender().sendDue();
    expect(await bench.rowOf(id)).toMatchObject({ state: "failed", problem: expect.stringMatching(/signature|401/i) });
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
      expect((await bench.set("email", { provider: "smtp", settings: values })).statusCode).toBe(200);
      const id = await bench.queue("email", "someone@example.com");
      await bench.sender().sendDue();
      expect(smtp.mails[0]).toContain(`Message-ID: <${id}@canopy>`);
      const list = await bench.queue("email", "one@example.com, two@example.com");
      await bench.sender().sendDue();
      expect([smtp.mails.length, await bench.rowOf(list)]).toMatchObject([1, { state: "failed" }]);
      smtp.refusal = Object.assign(new Error("mailbox full"), { responseCode: 452 });
      const full = await bench.queue("email", "full@example.com");
      await bench.sender().sendDue();
      expect(await bench.rowOf(full)).toMatchObject({
        state: "waiting",
        problem: expect.stringContaining("mailbox full"),
      });
      smtp.refusal = Object.assign(new Error("no such user"), { responseCode: 550 });
      const nobody = await bench.queue("email", "nobody@example.com");
      await bench.sender().sendDue();
      expect(await bench.rowOf(nobody)).toMatchObject({
        state: "failed",
        problem: expect.stringContaining("no such user"),
      });
    } finally {
      await smtp.close();
    }
  });

  it("is set by the system manager alone; its secret is kept, never told, and needed again for another kind [TRG-06]", async () => {
    await bench.setKind("sms", "aliyun");
    const { values } = SETTINGS["sms.aliyun"] ?? { values: {} };
    expect(
      (await bench.set("sms", { provider: "aliyun", settings: { ...values, signName: "other" } })).statusCode,
    ).toBe(200);
    const list = await bench.world.call(bench.operator, { url: "/api/operating/providers" });
    expect(list.json().list).toMatchObject([
      { channel: "email", provider: null, has_secret: false },
      { channel: "sms", provider: "aliyun", settings: { signName: "other" }, has_secret: true },
      { channel: "voice", provider: null },
    ]);
    expect(list.body).not.toContain(KEYS.aliyun);
    const stored = await sql<{ secret: Buffer }>`select secret from message_providers`.execute(bench.db);
    expect(stored.rows[0]?.secret.toString("latin1")).not.toContain(KEYS.aliyun);
    const wrong = [
      [{ provider: "twilio", settings: { accountSid: "AC1", from: "+1" } }, "secret"],
      [{ provider: "pigeon", settings: {}, secret: "x" }, "provider"],
      [{ provider: "aliyun", settings: { ...values, signName: "" } }, "signName"],
      [{ provider: "aliyun", settings: { ...values, more: "x" } }, "more"],
      [{ provider: "aliyun", settings: { ...values, endpoint: "ftp://x" } }, "endpoint"],
    ] as const;
    for (const [payload, field] of wrong)
      expect((await bench.set("sms", payload)).json()).toMatchObject({ code: "messages.providerInvalid", field });
    expect((await bench.set("sms", { provider: "aliyun", settings: values }, bench.owner)).statusCode).toBe(403);
    expect((await bench.world.call(bench.owner, { url: "/api/operating/providers" })).statusCode).toBe(403);
  });

  it("is tried with a test message, and its refusal is shown [TRG-06]", async () => {
    const test = (destination: string) =>
      bench.world.call(bench.operator, {
        method: "POST",
        url: "/api/operating/providers/sms/test",
        payload: { to: destination },
      });
    expect((await test("13800000001")).json().code).toBe("messages.providerMissing");
    await bench.setKind("sms", "aliyun");
    expect((await test("13800000001")).statusCode).toBe(200);
    expect(bench.server.taken).toHaveLength(1);
    expect((await test("nobody")).json()).toMatchObject({
      code: "messages.providerRefused",
      message: expect.stringContaining("MOBILE_NUMBER_ILLEGAL"),
    });
  });
});

describe("a webhook", () => {
  it("of Feishu and of one's own is signed, by a secret that the outbox keeps encrypted [TRG-06]", async () => {
    await bench.queue("feishu", `${bench.server.url}/feishu`, KEYS.feishu);
    const id = await bench.queue("webhook", `${bench.server.url}/hook`, KEYS.webhook);
    const stored = await sql<{ row: string }>`select row_to_json(o)::text as row from outbox o`.execute(bench.db);
    for (const { row } of stored.rows) expect(row).not.toMatch(/bot secret|own secret/);
    expect(await bench.sender().sendDue()).toBe(2);
    expect(bench.server.taken.find(({ kind }) => kind === "feishu")?.text).toBe("VAN-01: motor 121 °C <hot>");
    const hook = bench.server.taken.find(({ kind }) => kind === "webhook");
    expect(hook).toMatchObject({ id, to: "/hook" });
    expect(JSON.parse(hook?.text ?? "{}")).toMatchObject({ id, subject: "Alarm of VAN-01", parameters: PARAMETERS });
  });

  it("with the wrong secret is a dead letter [TRG-06]", async () => {
    const bot = await bench.queue("feishu", `${bench.server.url}/feishu`, "another secret");
    const own = await bench.queue("webhook", `${bench.server.url}/hook`, "another secret");
    await bench.sender().sendDue();
    expect(await bench.rowOf(bot)).toMatchObject({ state: "failed", problem: "19021: sign match fail" });
    expect(await bench.rowOf(own)).toMatchObject({ state: "failed", problem: expect.stringContaining("HTTP 401") });
  });

  it("to a private address is not called unless the operator allows it [TRG-06]", async () => {
    const id = await bench.queue("webhook", `${bench.server.url}/hook`);
    await bench.sender({ privateTargets: false }).sendDue();
    expect(bench.server.calls).toBe(0);
    expect(await bench.rowOf(id)).toMatchObject({
      problem: expect.stringContaining("not an address of the public internet"),
    });
  });
});
