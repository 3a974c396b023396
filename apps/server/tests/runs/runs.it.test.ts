import type { CheckHistory, TestRun } from "@canopy/contract/tests/runs";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { grantLevel } from "../../testing/terminals/test-device.ts";
import type { TestUser } from "../../testing/test-app.ts";
import { type RunWorld, runWorld } from "../../testing/worlds/test-run-world.ts";

let world: RunWorld;
let reader: TestUser;
let blind: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  world = await runWorld();
  const { app, device } = world;
  reader = await app.user({ tenant: "own", name: "reader_a", role: "sub", level: "read" });
  blind = await app.user({ tenant: "own", name: "blind_a", role: "sub", level: "read" });
  stranger = await app.user({ tenant: "other", name: "manager_b", role: "manager" });
  await grantLevel(app.database.db, reader, device.thingsId, "read");
});
afterAll(() => world?.app.close());
beforeEach(async () => {
  world.answers.length = 0;
  world.asked.length = 0;
  await world.setOnline(true);
});

describe("test routines [TST-01]", () => {
  it("are kept under a name of the tenant", async () => {
    const id = await world.made("Lamp");
    expect((await world.call("POST", "/test-routines", world.routine("LAMP"))).json().code).toBe(
      "tests.routineNameTaken",
    );
    expect((await world.call("PUT", `/test-routines/${id}`, world.routine("Lamp 2"), stranger)).statusCode).toBe(404);
    expect((await world.call("PUT", `/test-routines/${id}`, world.routine("Lamp 2"))).json().data.name).toBe("Lamp 2");
    expect((await world.call("GET", "/test-routines", undefined, stranger)).json().list).toEqual([]);
    expect((await world.call("DELETE", `/test-routines/${id}`)).statusCode).toBe(200);
    expect((await world.call("GET", "/test-routines")).json().list).toEqual([]);
  });
});

describe("signals of one name [TST-01]", () => {
  const twice = () => {
    const { signals } = world.routine("") as { signals: readonly { channel: number }[] };
    return { signals: signals.flatMap((one) => [one, { ...one, channel: 1 }]) };
  };

  it("are refused when a routine is kept, by their name", async () => {
    const refused = (await world.call("POST", "/test-routines", world.routine("Twice", twice()))).json();
    expect(refused).toMatchObject({ code: "tests.signalTwice", field: "signals", message: expect.any(String) });
    expect(refused.message).toContain("Brake.Pedal");
    const id = await world.made("Once");
    const changed = await world.call("PUT", `/test-routines/${id}`, world.routine("Once", twice()));
    expect(changed.json().code).toBe("tests.signalTwice");
  });

  it("in a routine of before end its run before anything is sent, and so do signals that are gone", async () => {
    const told = async (name: string, signals: readonly object[]) => {
      const id = await world.made(name);
      await sql`update test_routines set content = jsonb_set(content, '{signals}', ${JSON.stringify(signals)}::jsonb)
        where id = ${id}`.execute(world.app.database.db);
      return (await world.ended((await world.start(id)).json().data.run_id)).failure;
    };
    const { signals } = twice();
    const values = { signal: "Brake.Pedal" };
    expect(await told("Old", signals)).toEqual({ stage: "commandSending", code: "signalTwice", values });
    const gone = signals.slice(0, 1).map((one) => ({ ...one, signal: "Nope" }));
    expect(await told("Gone", gone)).toEqual({ stage: "commandSending", code: "noSignal", values: {} });
    expect(world.asked).toEqual([]);
  });
});

describe("a run [TST-01]", { timeout: 60_000 * PATIENCE }, () => {
  it("sends, collects, judges, and is kept with its report", async () => {
    const id = await world.made("Whole");
    const begun = await world.start(id);
    expect(begun.statusCode, begun.body).toBe(200);
    await world.store(Date.now() - 200);
    const run = await world.ended(begun.json().data.run_id);
    expect(run).toMatchObject({ verdict: "pass", failure: null, number: 1, stage: "analysed", is_dry: false });
    expect(Object.keys(run.stage_times)).toEqual(
      expect.arrayContaining(["commandSending", "dataCollecting", "dataAnalysing", "analysed"]),
    );
    expect(world.asked).toEqual(["frames.send"]);
    const junit = await world.call("GET", `/things/${world.device.thingsId}/test-runs/${run.run_id}/junit`);
    expect(junit.json().xml).toContain('name="within Brake.Pedal 0 … 1"');
  });

  it("tells a device that is offline, and sends no second run beside the first", async () => {
    const id = await world.made("Offline");
    world.answers.push({ kind: "offline" });
    const run = await world.ended((await world.start(id)).json().data.run_id);
    expect(run).toMatchObject({ verdict: "error", failure: { stage: "commandSending", code: "offline" } });
    const both = await Promise.all([world.start(id), world.start(id)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await world.setOnline(false);
    const going = both.find(({ statusCode }) => statusCode === 200)?.json().data.run_id;
    expect(await world.ended(going)).toMatchObject({
      verdict: "inconclusive",
      failure: { stage: "dataCollecting", code: "wentOffline" },
    });
  });

  it("on stored data sends nothing, and two runs are compared", async () => {
    const id = await world.made("Dry");
    const first = await world.ended((await world.dry(id)).json().data.run_id);
    expect(first).toMatchObject({
      verdict: "pass",
      is_dry: true,
      from_time: world.startMs,
      to_time: world.startMs + 1000,
    });
    expect(world.asked).toEqual([]);
    const second = await world.ended((await world.dry(id, world.startMs - 60_000)).json().data.run_id);
    expect(second).toMatchObject({ verdict: "inconclusive", failure: { code: "noData" }, number: 2 });
    const url = `/things/${world.device.thingsId}/test-runs/${first.run_id}/compare?with=${second.run_id}`;
    expect((await world.call("GET", url)).json().list).toMatchObject([
      { subject: "Brake.Pedal", second: null, delta: null },
    ]);
    const listed = (await world.call("GET", `/test-runs?things_id=${world.device.thingsId}&routine_id=${id}`)).json();
    expect(listed.list.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  });

  it("tells what its checks measured in the last ten runs of its routine on the device", async () => {
    const id = await world.made("Often");
    const other = await world.made("Other");
    await world.ended((await world.dry(other)).json().data.run_id);
    const runs: TestRun[] = [];
    for (let i = 0; i < 12; i++) runs.push(await world.ended((await world.dry(id)).json().data.run_id));
    const historyOf = async (run: TestRun | undefined, user = world.manager) =>
      world.call("GET", `/things/${world.device.thingsId}/test-runs/${run?.run_id}/history`, undefined, user);
    const numbers = async (run: TestRun | undefined) =>
      (await historyOf(run)).json().list.map((one: CheckHistory) => one.runs.map(({ number }) => number));
    expect(await numbers(runs[11])).toEqual([[3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]);
    expect(await numbers(runs[1])).toEqual([[1, 2]]);
    expect((await historyOf(runs[0], reader)).json().list).toMatchObject([
      { low: 0, high: 1, runs: [{ run_id: runs[0]?.run_id, outcome: "passed", measured: expect.any(Number) }] },
    ]);
    expect((await historyOf(runs[0], blind)).statusCode).toBe(403);
    expect((await historyOf(runs[0], stranger)).statusCode).toBe(404);
  });

  it("needs the right to write; those who may read see it", async () => {
    const id = await world.made("Rights");
    expect((await world.start(id, reader)).statusCode).toBe(403);
    expect((await world.start(id, stranger)).statusCode).toBe(404);
    const run = await world.ended((await world.dry(id)).json().data.run_id);
    const seen = async (user: TestUser) =>
      (await world.call("GET", `/test-runs?routine_id=${id}`, undefined, user)).json().list;
    expect(await seen(reader)).toMatchObject([{ run_id: run.run_id, checks_passed: 1, checks_all: 1 }]);
    expect(await seen(blind)).toEqual([]);
    const url = `/things/${world.device.thingsId}/test-runs/${run.run_id}`;
    expect((await world.call("GET", url, undefined, reader)).statusCode).toBe(200);
    expect((await world.call("GET", url, undefined, blind)).statusCode).toBe(403);
  });
});
