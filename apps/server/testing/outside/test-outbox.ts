// Messages on their way to a provider that checks what it gets.
import type { CHANNELS } from "@canopy/contract/messages/outbox";
import type { ProvidedChannel } from "@canopy/contract/messages/providers";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { askDeliveries } from "../../messages/ask-deliveries.ts";
import { Providers } from "../../messages/find-providers.ts";
import { OutboxSender } from "../../messages/outbox-sender.ts";
import { insertOutgoing } from "../../messages/outbox-store.ts";
import { KEYS, type ProviderServer, providerServer } from "../../messages/test-provider-server.ts";
import { createLog } from "../../platform/log.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../test-app.ts";

export const PARAMETERS = { subject: "VAN-01", text: "motor 121 °C", time: "2026-11-16T08:00:00Z" };
type Channel = (typeof CHANNELS)[number];

export const SETTINGS: Record<string, { values: Record<string, string>; secret: string }> = {
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

/** An outbox of its own for a file of tests; the provider's server is new for each of them. */
export class OutboxBench {
  declare world: TestApp;
  declare operator: TestUser;
  declare owner: TestUser;
  declare server: ProviderServer;

  constructor() {
    beforeAll(async () => {
      this.world = await testApp({ privateTargets: true });
      this.operator = await this.world.user({ tenant: "platform", name: "operator", role: "system" });
      this.owner = await this.world.user({ tenant: "acme", name: "acme_owner", role: "manager" });
    });
    afterAll(() => this.world.close());
    beforeEach(async () => {
      await sql`truncate outbox, message_providers`.execute(this.db);
      this.server = await providerServer();
      return () => this.server.close();
    });
  }

  get db() {
    return this.world.database.db;
  }

  queue(channel: Channel, destination: string, target?: string): Promise<string> {
    const message = {
      tenantId: this.owner.tenantId,
      channel,
      destination,
      subject: "Alarm of VAN-01",
      content: "VAN-01: motor 121 °C <hot>",
      template: "notice" as const,
      parameters: PARAMETERS,
      ...(target !== undefined && { target }),
    };
    return insertOutgoing(this.db, message, "waiting", TEST_SECRET);
  }

  sender({
    privateTargets = true,
    now = Date.now,
  }: {
    privateTargets?: boolean;
    now?: () => number;
  } = {}): OutboxSender {
    const providers = new Providers({ db: this.db, secret: TEST_SECRET, smtpUrl: undefined, privateTargets });
    return new OutboxSender({ db: this.db, secret: TEST_SECRET, providers, log: createLog("silent"), now });
  }

  async rowOf(id: string) {
    const found = await sql<{ state: string; attempts: number; problem: string | null; pause_s: number | null }>`
      select state, attempts, problem, extract(epoch from next_at - now())::float8 as pause_s from outbox
      where id = ${id}`.execute(this.db);
    return found.rows[0];
  }

  async deliveryOf(id: string) {
    const found =
      await sql<object>`select provider_id, delivery, delivery_problem, ask_at is not null as asks from outbox
      where id = ${id}`.execute(this.db);
    return found.rows[0];
  }

  /** Providers that are asked later are asked now. */
  makeAsked() {
    return sql`update outbox set ask_at = now() where ask_at is not null`.execute(this.db);
  }

  ask() {
    const providers = new Providers({ db: this.db, secret: TEST_SECRET, smtpUrl: undefined, privateTargets: true });
    return askDeliveries({ db: this.db, providers, log: createLog("silent") });
  }

  makeDue() {
    return sql`update outbox set next_at = now() where state = 'waiting'`.execute(this.db);
  }

  set(channel: ProvidedChannel, payload: Record<string, unknown>, by = this.operator) {
    return this.world.call(by, { method: "PUT", url: `/api/operating/providers/${channel}`, payload });
  }

  async setKind(channel: ProvidedChannel, kind: string): Promise<void> {
    const { values, secret } = SETTINGS[`${channel}.${kind}`] ?? { values: {}, secret: "" };
    const settings = { ...values, endpoint: this.server.url };
    const answer = await this.set(channel, { provider: kind, settings, secret });
    expect(answer.json()).toEqual({ message: expect.any(String) });
  }
}
