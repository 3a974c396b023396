import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import type { TestDevice } from "../../testing/terminals/test-device.ts";
import { TEST_PASSWORD } from "../../testing/test-app.ts";
import { eventually } from "../../testing/worlds/test-firmware-world.ts";
import { FlashWorld, KEY_SCRIPT, vinOf } from "../../testing/worlds/test-flash-world.ts";

/** The terminal tells the seed of its run; the sandbox makes the key here. */
describe("a flash whose unlock file is a script", { timeout: 180_000 * PATIENCE }, () => {
  let world: FlashWorld;
  let counter = 0;

  beforeAll(async () => {
    world = await FlashWorld.open();
  });
  afterAll(() => world?.close());

  const call = (method: "GET" | "POST", url: string, payload?: object) =>
    world.call(world.manager, method, url, payload);

  async function flash(script: string): Promise<{ device: TestDevice; run: FlashRunRow }> {
    counter += 1;
    await world.makeEcu(script);
    const package_id = await world.makePackage(`BMS 07.0${counter}.00`, counter);
    const device = await world.vehicle(`scripted ${counter}`);
    world.connect(device);
    await world.online([device]);
    const runs = `/things/${device.thingsId}/flash-runs`;
    const made = await call("POST", runs, { ecu_id: world.ecuId, package_id });
    const at = `${runs}/${made.data.run_id}`;
    const read = async (): Promise<FlashRunRow> => (await call("GET", at)).data;
    await eventually(async () => {
      await call("POST", `${at}/actions`, { action: "check" });
      return (await read()).gates?.every(({ reason }) => reason === null) ?? false;
    });
    const proof = { password: TEST_PASSWORD, vin_tail: vinOf(device.deviceId).slice(-6) };
    const started = await call("POST", `${at}/start`, proof);
    expect(started.data, JSON.stringify(started)).toBeDefined();
    await eventually(async () => (await read()).state === "ended");
    return { device, run: await read() };
  }

  const logOf = async ({ thingsId }: TestDevice): Promise<string> =>
    JSON.stringify(await call("GET", `/things/${thingsId}/log?page_size=50`));

  it("gets its key from here, and is read back [UDS-03] [UDS-04]", async () => {
    const { device, run } = await flash(KEY_SCRIPT);
    expect(run).toMatchObject({ outcome: "new", failure: null });
    const trace = await call("GET", `/things/${device.thingsId}/flash-runs/${run.run_id}/trace`);
    const sent = trace.list.filter(({ kind }: { kind: string }) => kind === "request");
    expect(sent.map(({ data }: { data: string }) => data.slice(0, 4))).toEqual(
      expect.arrayContaining(["2701", "2702"]),
    );
    expect(await logOf(device)).toContain("flashKey");
  });

  it("that runs beyond its time leaves the ECU as it was, and says why [UDS-03] [UDS-04]", async () => {
    const { device, run } = await flash("function key() { while (true) {} }");
    expect(run).toMatchObject({ outcome: "old", past_erase: false, failure: { cause: "noKey" } });
    expect(run).toMatchObject({ communication_restored: true, dtc_setting_restored: true });
    expect(await logOf(device)).toContain("scriptTime");
  });
});
