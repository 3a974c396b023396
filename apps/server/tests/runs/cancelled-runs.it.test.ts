import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import type { LinkOutcome } from "../../devices/link/device-link.ts";
import { type RunWorld, runWorld } from "../../testing/worlds/test-run-world.ts";

const STEP = { channel: 0, request_id: 0x7e0, response_id: 0x7e8, data: "1003" };
const SENT: LinkOutcome = { kind: "done", result: { items: [{ ok: true }] } };
const SOON = { timeout: 30_000 * PATIENCE };

let world: RunWorld;

beforeAll(async () => {
  world = await runWorld();
});
afterAll(() => world?.app.close());
beforeEach(async () => {
  world.answers.length = 0;
  world.asked.length = 0;
  await world.setOnline(true);
});

const db = () => world.app.database.db;
const begun = async (routineId: string): Promise<string> => {
  const answer = await world.start(routineId);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.run_id;
};
const jobOf = async (runId: string): Promise<string> => {
  const found = await sql<{ job_id: string }>`select job_id from test_runs
    where tenant_id = ${world.manager.tenantId} and id = ${runId}`.execute(db());
  return found.rows[0]?.job_id ?? "";
};
const cancel = async (runId: string) => {
  const answer = await world.call("POST", `/jobs/${await jobOf(runId)}/cancel`);
  expect(answer.statusCode, answer.body).toBe(200);
};
const commands = async (): Promise<{ id: string; method: string; params: { job?: string } }[]> =>
  (await world.call("GET", `/things/${world.device.thingsId}/commands`)).json().list;

describe("a run that is cancelled [TST-01]", { timeout: 90_000 * PATIENCE }, () => {
  it("sends no further step, stops its frames, and keeps others off until its last step is answered", async () => {
    const id = await world.made("Steps", { repeat: 1000, period_ms: 60_000, uds_steps: [STEP, STEP] });
    const step = Promise.withResolvers<LinkOutcome>();
    world.answers.push(SENT, step.promise);
    const runId = await begun(id);
    await expect.poll(() => world.asked, SOON).toEqual(["frames.send", "uds.request"]);
    await cancel(runId);
    await expect.poll(() => world.asked, SOON).toEqual(["frames.send", "uds.request", "frames.stop"]);
    // As after the time of grace: the job is over, its handler waits for the terminal.
    await sql`update jobs set state = 'cancelled', finished_at = now()
      where tenant_id = ${world.manager.tenantId} and id = ${await jobOf(runId)}`.execute(db());
    expect((await world.start(id)).statusCode).toBe(409);
    expect((await world.run(runId)).verdict).toBeNull();
    step.resolve({ kind: "timeout" });
    expect(await world.ended(runId)).toMatchObject({ verdict: "error", failure: { code: "cancelled" } });
    expect(world.asked).toEqual(["frames.send", "uds.request", "frames.stop"]);
    const [stop, , send] = await commands();
    expect([stop?.method, send?.method]).toEqual(["frames.stop", "frames.send"]);
    expect(stop?.params.job).toBe(send?.id);
    await world.ended(await begun(id));
  });

  it("stops a list that is still going out", async () => {
    const id = await world.made("List", { frames: [{ channel: 0, id: 0x100, data: "01", delay_ms: 300_000 }] });
    const list = Promise.withResolvers<LinkOutcome>();
    world.answers.push(list.promise);
    const runId = await begun(id);
    await expect.poll(() => world.asked, SOON).toEqual(["frames.send"]);
    await cancel(runId);
    expect(await world.ended(runId)).toMatchObject({ verdict: "error", failure: { code: "cancelled" } });
    expect(world.asked).toEqual(["frames.send", "frames.stop"]);
    list.resolve(SENT);
  });

  it("asks for nothing of frames that have ended by themselves", async () => {
    const id = await world.made("Once", { duration_ms: 60_000 });
    const runId = await begun(id);
    await expect.poll(async () => (await world.run(runId)).stage, SOON).toBe("dataCollecting");
    await cancel(runId);
    expect(await world.ended(runId)).toMatchObject({ failure: { stage: "dataCollecting", code: "cancelled" } });
    expect(world.asked).toEqual(["frames.send"]);
  });
});

describe("a run whose server is gone [TST-01]", () => {
  it("keeps the device for as long as its last command may be answered", async () => {
    const id = await world.made("Gone");
    const jobId = crypto.randomUUID();
    const routine = JSON.stringify(world.routine("Gone"));
    await sql`insert into jobs (id, tenant_id, kind, state, input, finished_at)
      values (${jobId}, ${world.manager.tenantId}, 'tests.run', 'failed', '{}', now())`.execute(db());
    await sql`insert into test_runs (tenant_id, things_id, routine_id, number, routine, is_dry, user_name, job_id, begun_at)
      values (${world.manager.tenantId}, ${world.device.thingsId}, ${id}, 1, ${routine}::jsonb, false, 'manager_a',
        ${jobId}, now())`.execute(db());
    expect((await world.start(id)).json().code).toBe("tests.runUnderWay");
    await sql`update jobs set finished_at = now() - interval '1 minute'
      where tenant_id = ${world.manager.tenantId} and id = ${jobId}`.execute(db());
    await world.ended(await begun(id));
  });
});
