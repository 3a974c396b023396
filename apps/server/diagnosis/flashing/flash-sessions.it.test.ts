import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { SIMULATED_BMS } from "../../../simulator/terminal/test-flash-order.ts";
import { TEST_PASSWORD, type TestUser } from "../../testing/test-app.ts";
import { eventually } from "../../testing/worlds/test-firmware-world.ts";
import { FlashWorld, vinOf } from "../../testing/worlds/test-flash-world.ts";
import { keepFlash } from "./keep-flash.ts";
import { moveRun } from "./run-changes.ts";

describe("a flash", { timeout: 180_000 * PATIENCE }, () => {
  let world: FlashWorld;

  beforeAll(async () => {
    world = await FlashWorld.open();
  });
  afterAll(() => world?.close());

  const call = (method: "GET" | "POST" | "DELETE", url: string, payload?: object, user?: TestUser) =>
    world.call(user ?? world.manager, method, url, payload);

  /** A parked car, a run that is prepared for its BMS, and what can be done with both. */
  async function prepared() {
    const ecu_id = await world.makeEcu();
    const package_id = await world.makePackage("BMS 09.01.00", 1);
    const device = await world.vehicle("diagnosed");
    world.connect(device);
    await world.online([device]);
    const at = `/things/${device.thingsId}`;
    const made = await call("POST", `${at}/flash-runs`, { ecu_id, package_id });
    const run = `${at}/flash-runs/${made.data.run_id}`;
    const read = async (): Promise<FlashRunRow> => (await call("GET", run)).data;
    const session = async () => (await call("GET", `${at}/diagnosis`)).data;
    /** The extended session, which the terminal holds with 3E. */
    const diagnose = async () => {
      await call("POST", `${at}/diagnosis`);
      const steps = [{ data: "1003" }];
      const { data: job } = await call("POST", `${at}/diagnosis/jobs`, { settings: SIMULATED_BMS, steps });
      const { list } = await call("GET", `${at}/diagnosis/jobs`);
      expect(list[0].id).toBe(job.id);
      await eventually(async () => (await call("GET", `${at}/diagnosis/jobs`)).list[0].state === "done");
      expect((await session()).ecus).toMatchObject([{ session: 3 }]);
    };
    const proof = { password: TEST_PASSWORD, vin_tail: vinOf(device.deviceId).slice(-6) };
    const check = () => call("POST", `${run}/actions`, { action: "check" });
    return { at, check, diagnose, read, session, start: () => call("POST", `${run}/start`, proof) };
  }

  it("has the vehicle to itself: one's own diagnosis ends before it, another's refuses it [UDS-01] [UDS-04]", async () => {
    const { at, check, diagnose, read, session, start } = await prepared();
    await diagnose();
    await check();
    expect(await session()).toBeNull();
    await eventually(async () => {
      await check();
      return (await read()).gates?.every(({ reason }) => reason === null) ?? false;
    });
    await call("POST", `${at}/diagnosis`, undefined, world.other);
    expect(await start()).toMatchObject({ code: "diagnosis.testerBusy" });
    const { gates_time } = await read();
    await check();
    await eventually(async () => (await read()).gates_time !== gates_time);
    expect(await session()).toMatchObject({ user_name: "manager_b" });
    await call("DELETE", `${at}/diagnosis`, undefined, world.other);
    await diagnose();
    const started = await start();
    expect(started.data, JSON.stringify(started)).toBeDefined();
    expect(await session()).toBeNull();
    await eventually(async () => (await read()).state === "ended");
    expect(await read()).toMatchObject({ outcome: "new", failure: null });
  });

  it("its end is in the device log once, however often the terminal tells it [UDS-04] [DEV-07]", async () => {
    const ecu_id = await world.makeEcu();
    const package_id = await world.makePackage("BMS 09.02.00", 2);
    const device = await world.vehicle("told again");
    const made = await call("POST", `/things/${device.thingsId}/flash-runs`, { ecu_id, package_id });
    const run: string = made.data.run_id;
    const { db } = world.app.database;
    await moveRun(db, device, run, { from: ["draft"], to: "running" });
    const restored = { communication_restored: true, dtc_setting_restored: true };
    const result = { success: true, outcome: "new" as const, failure: null, past_erase: true, ...restored };
    const services = { db, publish: () => undefined, answerSeed: () => undefined };
    const tell = (more: object) => keepFlash(services, device, { run, trace: [], ...more }, Date.now());
    await tell({ stage: "flashing" });
    await Promise.all([tell({ stage: "ended", result }), tell({ stage: "ended", result })]);
    await tell({ stage: "ended", result });
    const { list } = await call("GET", `/things/${device.thingsId}/log?kind=diagnosis&page_size=50`);
    expect(list.map(({ content }: { content: object }) => content)).toEqual([
      { action: "flashed", outcome: "new", cause: null },
    ]);
  });
});
