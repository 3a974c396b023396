import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { PushWorld } from "../testing/worlds/test-push-world.ts";

let world: PushWorld;
const nowMs = Math.floor(Date.now() / 10_000) * 10_000 - 600_000;
beforeAll(async () => {
  world = await PushWorld.open({ work: true });
  const values = Array.from({ length: 1200 }, (_, i) => [nowMs * 1000 + i * 100_000, i * 4] as const);
  await world.drive(values.slice(0, 600));
  await world.frames.settle();
  await world.drive(values.slice(600));
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const source = () => ({ kind: "signals" as const, signals: [world.speed], every_s: 1 });
const start = (ruleId: string, from: number, to: number) =>
  world.call("POST", `/push-rules/${ruleId}/replays`, { from_time: nowMs + from * 1000, to_time: nowMs + to * 1000 });
const newest = async (ruleId: string) => (await world.call("GET", `/push-rules/${ruleId}/replays`)).json().list[0];

describe("a replay", () => {
  it("sends a range of history, with its progress, under the ids that live data had [CAP-01]", async () => {
    const ruleId = await world.rule({ source: source() });
    expect((await start(ruleId, 10, 70)).statusCode).toBe(200);
    await expect
      .poll(() => newest(ruleId), { timeout: 20_000 * PATIENCE })
      .toMatchObject({ state: "done", progress: 1, queued: 60 });
    await world.sender().drain();
    const times = world.receiver.taken.map(({ body }) => (Number(body.time) - nowMs) / 1000);
    expect(times.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 10));
    const ids = new Set(world.receiver.taken.map(({ id }) => id));
    await start(ruleId, 69, 71);
    await expect.poll(() => newest(ruleId), { timeout: 20_000 * PATIENCE }).toMatchObject({ state: "done", queued: 2 });
    await world.sender().drain();
    expect(world.receiver.taken.slice(60).filter(({ id }) => ids.has(id))).toHaveLength(1);
  });

  it("of more than 31 days, backwards or beside another one is refused [CAP-01]", async () => {
    const ruleId = await world.rule({ source: source() });
    expect((await start(ruleId, 10, 10)).json().code).toBe("push.replayRange");
    expect((await start(ruleId, 0, 32 * 86_400)).json().code).toBe("push.replayRange");
    expect((await world.call("POST", `/push-rules/${ruleId}/replays/cancel`)).json()).toEqual({ list: [] });
  });

  it("waits for a slow receiver, and ends when it is cancelled: what waits goes [CAP-01]", async () => {
    const ruleId = await world.rule({ source: source() });
    // The queue is as full as a replay may leave it.
    await world.queue(ruleId, 1000);
    await start(ruleId, 0, 100);
    await expect.poll(() => newest(ruleId)).toMatchObject({ state: "running" });
    expect((await start(ruleId, 0, 100)).json().code).toBe("push.replayRunning");
    expect((await newest(ruleId)).queued).toBe(0);
    expect((await world.call("POST", `/push-rules/${ruleId}/replays/cancel`)).statusCode).toBe(200);
    await expect
      .poll(() => newest(ruleId), { timeout: 10_000 * PATIENCE })
      .toMatchObject({ state: "cancelled", queued: 0 });
    expect(await world.states(ruleId)).toEqual({ waiting: 1000 });
  });

  it("of a rule that is deleted in the middle fails with its reason [CAP-01]", async () => {
    const ruleId = await world.rule({ source: source() });
    await world.queue(ruleId, 1000);
    await start(ruleId, 0, 100);
    await expect.poll(() => newest(ruleId)).toMatchObject({ state: "running" });
    await world.call("PUT", `/push-rules/${ruleId}/enabled`, { enabled: false });
    await world.call("DELETE", `/push-rules/${ruleId}`);
    const jobs = async () => (await world.call("GET", "/jobs?page_size=1")).json().list[0];
    await expect
      .poll(jobs, { timeout: 10_000 * PATIENCE })
      .toMatchObject({ state: "failed", message_code: "push.replayGone" });
  });
});
