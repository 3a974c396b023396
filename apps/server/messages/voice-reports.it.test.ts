import type { ProvidedChannel } from "@canopy/contract/messages/providers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../platform/log.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { Providers } from "./find-providers.ts";
import { OutboxSender } from "./outbox-sender.ts";
import { insertOutgoing } from "./outbox-store.ts";
import { KEYS, type ProviderServer, providerServer } from "./test-provider-server.ts";

let world: TestApp;
let operator: TestUser;
let server: ProviderServer;

beforeAll(async () => {
  world = await testApp({ privateTargets: true });
  operator = await world.user({ tenant: "platform", name: "operator", role: "system" });
  server = await providerServer();
});
afterAll(async () => {
  await server?.close();
  await world?.close();
});

async function setVoice(provider: string, settings: Record<string, string>, secret: string): Promise<void> {
  const payload = { provider, settings: { ...settings, endpoint: server.url }, secret };
  const answer = await world.call(operator, { method: "PUT", url: "/api/operating/providers/voice", payload });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** A call that the provider took under the id C1. */
async function sendCall(): Promise<string> {
  const { db } = world.database;
  const message = {
    tenantId: null,
    channel: "voice",
    destination: "13800000001",
    subject: "",
    content: "hot",
  } as const;
  const id = await insertOutgoing(db, { ...message, template: "notice", parameters: { text: "hot" } }, "waiting");
  const providers = new Providers({ db, secret: TEST_SECRET, smtpUrl: undefined, privateTargets: true });
  await new OutboxSender({ db, secret: TEST_SECRET, providers, log: createLog("silent") }).sendDue();
  return id;
}

const deliveryOf = async (id: string) => {
  const found = await sql<{ delivery: string; problem: string | null }>`select delivery, delivery_problem as problem
    from outbox where id = ${id}`.execute(world.database.db);
  return Object.values(found.rows[0] ?? {});
};
const pathOf = async (channel: ProvidedChannel) => {
  const { list } = (await world.call(operator, { url: "/api/operating/providers" })).json();
  return list.find((one: { channel: string }) => one.channel === channel).report_path;
};
const report = (url: string, payload: object) => world.call(null, { method: "POST", url, payload });
const call = (result: string, callid = "C1") => ({ voiceprompt_callback: { result, callid, mobile: "138", fee: "1" } });

it("Tencent Cloud reports what became of a call to the address that the operator is shown, and nobody else [TRG-06]", async () => {
  await setVoice(
    "tencent",
    { secretId: "ID", appId: "1400", noticeTemplate: "T1", region: "ap-guangzhou" },
    KEYS.tencent,
  );
  const url = await pathOf("voice");
  const id = await sendCall();

  expect((await report("/api/voice-reports/guessed", call("1"))).statusCode).toBe(404);
  expect((await report(url, call("0", "another"))).json()).toEqual({ result: 0, errmsg: "OK" });
  expect(await deliveryOf(id)).toEqual(["accepted", null]);
  await report(url, call("1"));
  expect(await deliveryOf(id)).toEqual(["undelivered", "1: not answered"]);
  const failure = { callid: "C1", failure_code: 8, failure_reason: "the number is out of service" };
  for (const payload of [{ voice_failure_callback: failure }, call("1")]) {
    await report(url, payload);
    expect(await deliveryOf(id)).toEqual(["undelivered", "8: the number is out of service"]);
  }
  await report(url, call("0"));
  expect(await deliveryOf(id)).toEqual(["delivered", null]);

  await setVoice("twilio", { accountSid: "AC1", from: "+15005550006" }, KEYS.twilio);
  expect([await pathOf("voice"), await pathOf("sms")]).toEqual([null, null]);
  expect((await report(url, call("1"))).statusCode).toBe(404);
});
