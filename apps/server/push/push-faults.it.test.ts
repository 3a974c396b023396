import { type AddressInfo, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import type { LookUp } from "../platform/outside/post-outside.ts";
import { TEST_SECRET } from "../testing/test-app.ts";
import { PUSH_SECRET } from "../testing/worlds/test-push-rule.ts";
import { PushWorld } from "../testing/worlds/test-push-world.ts";
import { sealSecret } from "./push-rule-store.ts";

let world: PushWorld;
beforeAll(async () => {
  world = await PushWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

describe("a receiver", () => {
  it("that is down is asked by one delivery at a time, and has everything when it is back [CAP-01]", async () => {
    const ruleId = await world.rule();
    await world.queue(ruleId, 40);
    world.receiver.instead = () => ({ status: 503 });
    await world.sender().drain();
    // Those that were under way together.
    expect(world.receiver.calls).toBeLessThanOrEqual(16);
    const first = world.receiver.calls;
    await sql`update push_rules set rest_until = '-infinity'`.execute(world.db);
    await world.sender().drain();
    expect(world.receiver.calls).toBe(first + 1);
    const shown = (await world.call("GET", `/push-rules/${ruleId}`)).json().data;
    expect(shown).toMatchObject({ waiting: 40, failed: 0, rest_time: expect.any(Number) });
    world.receiver.instead = undefined;
    for (let i = 0; i < 3; i += 1) {
      await world.makeDue();
      await world.sender().drain();
    }
    expect(await world.states(ruleId)).toEqual({ sent: 40 });
    expect(world.receiver.taken).toHaveLength(40);
  });

  it.each([
    [500, "waiting"],
    [429, "waiting"],
    [400, "failed"],
    [302, "failed"],
  ])("that answers %i leaves the delivery %s, with the answer [CAP-01]", async (status, state) => {
    const ruleId = await world.rule();
    await world.queue(ruleId, 1);
    // A redirect is an answer like any other: nobody follows it.
    world.receiver.instead = () => ({ status, headers: { location: "http://127.0.0.1:1/" } });
    await world.sender().drain();
    expect(await world.deliveries(ruleId)).toMatchObject([
      { state, attempts: 1, status, problem: expect.stringContaining(`HTTP ${status}`) },
    ]);
    expect(world.receiver.calls).toBe(1);
  });

  it("that answers 410 gets no more: the rule is disabled and says why [CAP-01]", async () => {
    const ruleId = await world.rule();
    await world.queue(ruleId, 1);
    world.receiver.instead = () => ({ status: 410 });
    await world.sender().drain();
    expect((await world.call("GET", `/push-rules/${ruleId}`)).json().data).toMatchObject({
      enabled: false,
      stopped: "gone",
    });
    await world.queue(ruleId, 5);
    await world.sender().drain();
    expect(world.receiver.calls).toBe(1);
    await world.call("PUT", `/push-rules/${ruleId}/enabled`, { enabled: true });
    world.receiver.instead = undefined;
    await world.sender().drain();
    expect(await world.states(ruleId)).toEqual({ sent: 5, failed: 1 });
  });

  it("gets nothing unsigned: a rule whose secret cannot be opened says so, and the others go on [CAP-01]", async () => {
    const [lost, other] = [await world.rule({ name: "lost" }), await world.rule({ name: "other" })];
    const sealed = sealSecret("another secret of an installation", PUSH_SECRET);
    await sql`update push_rules set secret = ${sealed} where id = ${lost}`.execute(world.db);
    await world.queue(lost, 3);
    await world.queue(other, 3);
    await world.sender().drain();
    expect(await world.states(other)).toEqual({ sent: 3 });
    expect(await world.states(lost)).toEqual({ waiting: 3 });
    expect((await world.deliveries(lost))[0]).toMatchObject({ problem: expect.stringContaining("CANOPY_SECRET") });
    const shown = async () => (await world.call("GET", `/push-rules/${lost}`)).json().data;
    expect(await shown()).toMatchObject({ secret_lost: true, enabled: true });
    const { name, source, url, scope, template } = await shown();
    const test = { name, source, url, scope, template, rule_id: lost };
    expect((await world.call("POST", "/push-test", test)).json().code).toBe("push.secretLost");
    await sql`update push_rules set secret = ${sealSecret(TEST_SECRET, PUSH_SECRET)} where id = ${lost}`.execute(
      world.db,
    );
    await world.makeDue();
    await world.sender().drain();
    await world.sender().drain();
    expect(await world.states(lost)).toEqual({ sent: 3 });
    expect(await shown()).toMatchObject({ secret_lost: false });
  });

  it("that is slow leaves room for the others [CAP-01]", async () => {
    const slow = await world.rule({ name: "slow" });
    await world.queue(slow, 100);
    world.receiver.instead = () => "never";
    const sender = world.sender({ patienceMs: 700, pollMs: 20 });
    sender.start();
    await expect.poll(() => world.receiver.calls).toBe(16);
    world.receiver.instead = undefined;
    const quick = await world.rule({ name: "quick" });
    await world.queue(quick, 100);
    await expect.poll(() => world.states(quick), { timeout: 10_000 * PATIENCE }).toEqual({ sent: 100 });
    await sender.stop();
    const [first] = await world.deliveries(slow);
    expect(first?.problem ?? "").toContain("gave no answer within 0.7 s");
  });

  it("that never reads is given up after the patience, and tried again [CAP-01]", async () => {
    const sockets: Socket[] = [];
    const deaf = createServer((socket) => sockets.push(socket.pause().on("error", () => undefined)));
    deaf.listen(0, "127.0.0.1");
    await new Promise((resolve) => deaf.once("listening", resolve));
    const url = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}/`;
    const ruleId = await world.rule({ url });
    await world.queue(ruleId, 1);
    // More than the buffers of a connection hold.
    await sql`update push_deliveries set body = to_json(repeat('x', 8000000))::text`.execute(world.db);
    await world.sender({ patienceMs: 500 }).drain();
    expect(await world.deliveries(ruleId)).toMatchObject([{ state: "waiting", attempts: 1, status: null }]);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => deaf.close(resolve));
  });

  it("behind a private address is never called, by number, by name or after a name has changed [CAP-01]", async () => {
    const { port } = new URL(world.receiver.url);
    const names: string[] = [];
    const answers = [
      [
        { address: "8.8.8.8", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ],
      [{ address: "127.0.0.1", family: 4 }],
    ];
    const lookUp: LookUp = (host, _options, done) => {
      done(null, answers[names.push(host) - 1] ?? []);
    };
    const rules = [];
    for (const host of ["127.0.0.1", "rebound.example", "rebound.example"])
      rules.push(await world.rule({ url: `http://${host}:${port}/hook` }));
    for (const ruleId of rules) {
      await world.queue(ruleId, 1);
      await world.sender({ privateTargets: false, lookUp }).drain();
      expect(await world.deliveries(ruleId)).toMatchObject([
        { state: "failed", problem: expect.stringContaining("not an address of the public internet") },
      ]);
    }
    expect([world.receiver.calls, names.length]).toEqual([0, 2]);
  });

  it("that fails for a day leaves a dead letter, which is sent again on demand [CAP-01]", async () => {
    const ruleId = await world.rule();
    await world.queue(ruleId, 2);
    world.receiver.instead = () => ({ status: 500 });
    await world.sender().drain();
    await sql`update push_deliveries set first_try_at = now() - interval '25 hours'`.execute(world.db);
    for (let i = 0; i < 2; i += 1) {
      await world.makeDue();
      await world.sender().drain();
    }
    const dead = (await world.call("GET", `/push-deliveries?rule_id=${ruleId}&state=failed`)).json().list;
    expect(dead).toHaveLength(2);
    world.receiver.instead = undefined;
    const one = `/push-deliveries/${dead[0].delivery_id}`;
    expect((await world.call("GET", one)).json().data.body).toContain('"n"');
    expect((await world.call("POST", `${one}/resend`)).json().data.state).toBe("waiting");
    expect((await world.call("POST", `/push-rules/${ruleId}/resend`)).json()).toEqual({ resent: 1 });
    await world.makeDue();
    for (let i = 0; i < 2; i += 1) await world.sender().drain();
    expect(await world.states(ruleId)).toEqual({ sent: 2 });
    expect((await world.call("POST", `${one}/resend`)).json().code).toBe("push.notFailed");
  });
});

describe("a rule", () => {
  it("that is deleted in the middle sends nothing more, and its last answers harm nothing [CAP-01]", async () => {
    const ruleId = await world.rule();
    await world.queue(ruleId, 50);
    world.receiver.pauseMs = 100;
    const sending = world.sender().drain();
    await expect.poll(() => world.receiver.calls).toBeGreaterThan(0);
    await world.call("PUT", `/push-rules/${ruleId}/enabled`, { enabled: false });
    expect((await world.call("DELETE", `/push-rules/${ruleId}`)).statusCode).toBe(200);
    await sending;
    const calls = world.receiver.calls;
    expect(calls).toBeLessThanOrEqual(32);
    await world.sender().drain();
    expect(world.receiver.calls).toBe(calls);
  });

  it("that is disabled keeps what waits, and goes on with it [CAP-01]", async () => {
    const ruleId = await world.rule({ enabled: false });
    await world.queue(ruleId, 3);
    await world.sender().drain();
    expect(await world.states(ruleId)).toEqual({ waiting: 3 });
    await world.call("PUT", `/push-rules/${ruleId}/enabled`, { enabled: true });
    await world.sender().drain();
    expect(await world.states(ruleId)).toEqual({ sent: 3 });
  });
});
