import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { type RunWorld, runWorld } from "../../testing/worlds/test-run-world.ts";

/** Takes long enough for the device to go away meanwhile. */
const SLOW_SCRIPT = `long sum = 0
for (i in 1..100000) sum += i
within('Brake.Pedal', 0, 1)
println sum
`;
const STEP = { channel: 0, request_id: 0x7e0, response_id: 0x7e8, data: "1003" };

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

const begun = async (routineId: string): Promise<string> => {
  const answer = await world.start(routineId);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.run_id;
};
const stageOf = async (runId: string) => (await world.run(runId)).stage;

describe("a device that goes offline [TST-01]", { timeout: 90_000 * PATIENCE }, () => {
  it("before anything is sent: an error, and nothing was sent", async () => {
    await world.setOnline(false);
    const run = await world.ended(await begun(await world.made("Silent", { frames: [] })));
    expect(run).toMatchObject({ verdict: "error", failure: { stage: "commandSending", code: "offline" }, checks: [] });
    expect(world.asked).toEqual([]);
  });

  it("between the frames and the UDS steps: an error of the stage that sends", async () => {
    world.answers.push({ kind: "done", result: { items: [{ ok: true }] } }, { kind: "offline" });
    const run = await world.ended(await begun(await world.made("Between", { uds_steps: [STEP, STEP] })));
    expect(run).toMatchObject({ verdict: "error", failure: { stage: "commandSending", code: "offline" } });
    expect(world.asked).toEqual(["frames.send", "uds.request"]);
  });

  it("while data is collected: inconclusive, and the next run may begin", async () => {
    const id = await world.made("Collecting", { duration_ms: 2000 });
    const runId = await begun(id);
    await expect.poll(() => stageOf(runId), { timeout: 30_000 * PATIENCE }).toBe("dataCollecting");
    await world.setOnline(false);
    expect(await world.ended(runId)).toMatchObject({
      verdict: "inconclusive",
      failure: { stage: "dataCollecting", code: "wentOffline" },
    });
    expect((await world.start(id)).statusCode).toBe(200);
  });

  it("while data is judged: the verdict does not need it", async () => {
    const script = { name: "slow", language: "groovy", content: SLOW_SCRIPT };
    const made = await world.call("POST", "/analysis-scripts", script);
    expect(made.statusCode, made.body).toBe(200);
    const other = await world.made("Judging", { script_id: made.json().data.script_id, limits: [] });
    await expect.poll(async () => (await world.start(other)).statusCode, { timeout: 30_000 * PATIENCE }).toBe(200);
    const listed = await world.call("GET", `/test-runs?routine_id=${other}`);
    const runId: string = listed.json().list[0].run_id;
    await world.store(Date.now() - 100);
    await expect.poll(() => stageOf(runId), { timeout: 30_000 * PATIENCE, interval: 20 }).toBe("dataAnalysing");
    await world.setOnline(false);
    expect(await world.ended(runId)).toMatchObject({ verdict: "pass", failure: null, output: "5000050000\n" });
  });

  it("after the verdict: the report stays as it is", async () => {
    const first = await world.ended((await world.dry(await world.made("Kept"))).json().data.run_id);
    await world.setOnline(false);
    expect(await world.run(first.run_id)).toEqual(first);
    const junit = await world.call("GET", `/things/${world.device.thingsId}/test-runs/${first.run_id}/junit`);
    expect(junit.json().xml).toContain('failures="0" errors="0"');
  });
});
