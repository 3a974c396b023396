import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { OutboxBench } from "../testing/outside/test-outbox.ts";
import { TEST_SECRET } from "../testing/test-app.ts";
import { type OutboxSender, pauseAfter } from "./outbox-sender.ts";
import { claimDue, insertOutgoing } from "./outbox-store.ts";

const bench = new OutboxBench();

describe("a message that was not taken", () => {
  beforeEach(() => bench.setKind("sms", "twilio"));

  it.each([
    [500, "waiting"],
    [503, "waiting"],
    [429, "waiting"],
    [400, "failed"],
    [302, "failed"],
  ])("after HTTP %i is %s [TRG-06]", async (status, state) => {
    bench.server.instead = () => ({ status });
    const id = await bench.queue("sms", "1");
    await bench.sender().sendDue();
    expect(await bench.rowOf(id)).toMatchObject({
      state,
      attempts: 1,
      problem: expect.stringContaining(`HTTP ${status}`),
    });
  });

  it("is tried again later and later, or when the provider asks for it [TRG-06]", async () => {
    expect([1, 2, 3, 4, 5, 9].map(pauseAfter)).toEqual([30_000, 120_000, 480_000, 1_920_000, 3_600_000, 3_600_000]);
    bench.server.instead = () => ({ status: 429, headers: { "retry-after": "600" } });
    const id = await bench.queue("sms", "1");
    await bench.sender().sendDue();
    const { pause_s = 0 } = (await bench.rowOf(id)) ?? {};
    expect(Math.round((pause_s ?? 0) / 10)).toBe(60);
    expect(await bench.sender().sendDue()).toBe(0);
    bench.server.instead = undefined;
    await bench.makeDue();
    await bench.sender().sendDue();
    expect(await bench.rowOf(id)).toMatchObject({ state: "sent", attempts: 2, problem: null });
    expect(bench.server.taken).toHaveLength(1);
  });

  it("is a dead letter after a day, and is sent again by the operator [TRG-06]", async () => {
    bench.server.instead = () => ({ status: 500 });
    const id = await bench.queue("sms", "1");
    await sql`update outbox set created_at = now() - interval '25 hours'`.execute(bench.db);
    await bench.sender().sendDue();
    expect(await bench.rowOf(id)).toMatchObject({ state: "failed" });
    bench.server.instead = undefined;
    const again = () => bench.world.call(bench.operator, { method: "POST", url: `/api/operating/outbox/${id}/resend` });
    expect((await again()).statusCode).toBe(200);
    await bench.sender().sendDue();
    expect(await bench.rowOf(id)).toMatchObject({ state: "sent" });
    expect((await again()).json().code).toBe("messages.notFailed");
  });

  it("does not cost each of a thousand others a try while the provider is down [TRG-06]", async () => {
    bench.server.instead = () => ({ status: 503 });
    for (let i = 0; i < 40; i += 1) await bench.queue("sms", String(i));
    let nowMs = Date.now();
    const own = bench.sender({ now: () => nowMs });
    while ((await own.sendDue()) > 0);
    expect(bench.server.calls).toBeLessThanOrEqual(4);
    // The channel rests, then one message asks again.
    nowMs += 6_000;
    await own.sendDue();
    nowMs += 60_000;
    await own.sendDue();
    expect(bench.server.calls).toBeLessThanOrEqual(6);
    const { list } = (await bench.world.call(bench.operator, { url: "/api/operating/providers" })).json();
    expect(list[1]).toMatchObject({ waiting: 40, failed: 0, problem: expect.stringContaining("HTTP 503") });
    bench.server.instead = undefined;
    await bench.makeDue();
    nowMs += 600_000;
    while ((await own.sendDue()) > 0);
    expect(bench.server.taken).toHaveLength(40);
  });

  it("waits for a provider where there is none, and is sent when there is one; a code is not [TRG-06] [ACC-07]", async () => {
    const waiting = await bench.queue("voice", "1");
    await bench.sender().sendDue();
    expect(await bench.rowOf(waiting)).toMatchObject({ state: "unconfigured" });
    const { db } = bench.world.database;
    const code = { tenantId: null, channel: "voice", destination: "2", subject: "", content: "123456" } as const;
    const kept = await insertOutgoing(
      db,
      { ...code, template: "code", parameters: { code: "123456" } },
      "unconfigured",
    );
    await bench.setKind("voice", "twilio");
    await bench.sender().sendDue();
    expect(await bench.rowOf(waiting)).toMatchObject({ state: "sent" });
    expect(await bench.rowOf(kept)).toMatchObject({ state: "unconfigured" });
  });
});

it("a message whose signing secret cannot be opened waits with the reason, and is not sent unsigned [TRG-06]", async () => {
  const to = {
    tenantId: null,
    channel: "webhook",
    destination: "http://127.0.0.1:1/",
    subject: "",
    content: "x",
  } as const;
  const signed = { ...to, template: "notice", parameters: {}, target: "a signing secret" } as const;
  const id = await insertOutgoing(bench.db, signed, "waiting", "another secret of an installation");
  await bench.sender().sendDue();
  expect(await bench.rowOf(id)).toMatchObject({
    state: "waiting",
    problem: expect.stringContaining("another CANOPY_SECRET"),
  });
});

describe("a crash", () => {
  beforeEach(() => bench.setKind("sms", "twilio"));

  it("between claim and answer sends the message again under the same id [TRG-06]", async () => {
    const id = await bench.queue("sms", "1");
    // The process ends after the provider took the message and before the row says so.
    const [claimed] = await claimDue(bench.db, TEST_SECRET, ["sms"], 1);
    expect(claimed?.message.id).toBe(id);
    expect(await bench.sender().sendDue()).toBe(0);
    await sql`update outbox set claimed_until = now() - interval '1 second'`.execute(bench.db);
    await bench.sender().sendDue();
    expect(bench.server.taken.map((call) => call.id)).toEqual([id]);
    expect(await bench.rowOf(id)).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("of nobody: two senders at once take each message once [TRG-06]", async () => {
    for (let i = 0; i < 60; i += 1) await bench.queue("sms", String(i));
    const drain = async (own: OutboxSender) => {
      while ((await own.sendDue()) > 0);
    };
    await Promise.all([drain(bench.sender()), drain(bench.sender()), drain(bench.sender())]);
    expect(new Set(bench.server.taken.map(({ to }) => to)).size).toBe(60);
    expect(bench.server.taken).toHaveLength(60);
  });
});
