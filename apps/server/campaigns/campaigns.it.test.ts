import type { Rollout, RolloutDevice } from "@canopy/contract/firmware/rollouts";
import { ONE_WAVE, type Wave } from "@canopy/contract/firmware/waves";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { TEST_PASSWORD, type TestUser } from "../testing/test-app.ts";
import { eventually } from "../testing/worlds/test-firmware-world.ts";
import { FlashWorld } from "../testing/worlds/test-flash-world.ts";

/** The whole way: HTTP calls, the waves of a rollout, parked cars whose terminals judge and flash, what became of them. */
describe("ECU campaigns", { timeout: 240_000 * PATIENCE }, () => {
  let world: FlashWorld;
  let manager: TestUser;
  let counter = 0;
  let packageId = "";
  let version = "";

  beforeAll(async () => {
    world = await FlashWorld.open();
    manager = world.manager;
    await world.makeEcu();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    counter += 1;
    version = `BMS 06.${String(counter).padStart(2, "0")}.00`;
    packageId = await world.makePackage(version, counter);
  });

  const rollouts = (url: string, payload?: object, user = manager) =>
    world.call(user, payload ? "POST" : "GET", `/firmware/rollouts${url}`, payload);
  const read = async (id: string): Promise<Rollout> => (await rollouts(`/${id}`)).data;
  const devicesOf = async (id: string, query = ""): Promise<RolloutDevice[]> =>
    (await rollouts(`/${id}/devices?page_size=500${query}`)).list;
  const act = (id: string, action: string) => rollouts(`/${id}/actions`, { action });

  const bodyOf = (devices: readonly TestDevice[], waves: readonly Wave[] = ONE_WAVE) => ({
    ...{ ecu_id: world.ecuId, package_id: packageId, scope: "device", when: "now", waves, password: TEST_PASSWORD },
    device_ids: devices.map(({ thingsId }) => thingsId),
  });
  const start = async (devices: readonly TestDevice[], waves?: readonly Wave[]): Promise<string> => {
    const made = await world.call(manager, "POST", "/campaigns", bodyOf(devices, waves));
    expect(made.data, JSON.stringify(made)).toBeDefined();
    return made.data.id;
  };
  async function fleet(prefix: string, faultAt: (i: number) => "key" | "power" | undefined, count: number) {
    const devices: TestDevice[] = [];
    for (let i = 0; i < count; i++) {
      const device = await world.vehicle(`${prefix} ${String(i).padStart(2, "0")}`);
      const ecuFault = faultAt(i);
      world.connect(device, ecuFault ? { ecuFault } : {});
      devices.push(device);
    }
    await world.online(devices);
    return devices;
  }
  /** A worker looks until it is so. */
  async function until(id: string, holds: (rollout: Rollout) => boolean) {
    const worker = world.keeper();
    await eventually(async () => {
      await worker.look();
      return holds(await read(id));
    });
    return read(id);
  }
  const isOver = ({ state, counts }: Rollout) => state !== "running" && state !== "scheduled" && counts.running === 0;

  it("wait for the gates of each vehicle, flash it to the read-back, and name those left out [UDS-04] [DEV-08]", async () => {
    const idle = await fleet("gate", () => undefined, 2);
    const away = await world.vehicle("away");
    const bare = await testDevice(world.app.database.db, manager.tenantId, { name: "bare" });
    world.connect(bare);
    await world.online([bare]);
    const all = [...idle, away, bare];
    const { data: preview } = await world.call(manager, "POST", "/campaigns/preview", bodyOf(all));
    expect(preview).toMatchObject({ total: 4, idle: 2, left_out: { offline: 1, vehicle: 1, busy: 0, already: 0 } });
    const wrong = await world.call(manager, "POST", "/campaigns", { ...bodyOf(all), password: "wrong" });
    expect(wrong.code).toBe("flash.passwordWrong");
    const id = await start(all);
    // Cars that have just come have not been seen to stand for half a minute.
    await until(id, ({ counts }) => counts.waiting === 2);
    const gated = await devicesOf(id);
    expect(gated.map(({ state, code, tries }) => [state, code, tries])).toEqual(idle.map(() => ["gated", "gates", 0]));
    expect(gated[0]?.detail).toContain("speed");
    const inUse = await world.call(manager, "DELETE", `/flash-packages/${packageId}`);
    expect(inUse.code).toBe("flash.packageInUse");
    const ended = await until(id, isOver);
    expect(ended).toMatchObject({ state: "done", payload: "ecu", version, counts: { total: 2, done: 2 }, left_out: 2 });
    const [first] = await devicesOf(id);
    const run = await world.call(manager, "GET", `/things/${first?.things_id}/flash-runs/${first?.run_id}`);
    expect(run.data).toMatchObject({ outcome: "new", software_to: version, asked_by: "manager_a" });
    const left = await devicesOf(id, "&state=left_out");
    expect(left.map(({ name, code }) => [name, code])).toEqual([
      ["away", "offline"],
      ["bare", "vehicle"],
    ]);
    expect((await world.call(manager, "POST", "/campaigns", bodyOf(all))).code).toBe("firmware.nothingToUpgrade");
  });

  it("stop by themselves when 10 % of the vehicles fail, and retry the failed ones alone [UDS-04] [DEV-08]", async () => {
    const devices = await fleet("tenth", (i) => (i % 10 === 3 ? "key" : undefined), 20);
    const stop = { unit: "percent", value: 5 } as const;
    const waves: Wave[] = [
      { size: { unit: "count", value: 10 }, success_percent: 80, stop, wait_minutes: 0 },
      { size: { unit: "rest" }, success_percent: 80, stop, wait_minutes: 0 },
    ];
    const id = await start(devices, waves);
    const halted = await until(id, isOver);
    expect(halted).toMatchObject({ state: "paused", halt: { reason: "failures", wave: 0, failed: 1, devices: 10 } });
    expect(halted.waves[1]?.counts).toMatchObject({ waiting: 10, done: 0, failed: 0 });
    const [failed] = await devicesOf(id, "&state=failed");
    expect(failed).toMatchObject({ name: "tenth 03", code: "notWritten", detail: "negative", tries: 1 });
    // The ECU is mended: it alone is told again, then the next wave begins, whose failure stops it again.
    const broken = devices[3] as TestDevice;
    await world.disconnect(broken);
    world.connect(broken);
    await world.online([broken]);
    expect((await act(id, "retry")).data).toMatchObject({ state: "running", counts: { failed: 0 } });
    const again = await until(id, isOver);
    expect(again).toMatchObject({ state: "paused", halt: { wave: 1, failed: 1 } });
    expect(again.waves[0]?.counts).toMatchObject({ done: 10, failed: 0 });
    expect((await act(id, "stop")).data.state).toBe("stopped");
  });

  it("stop at the first ECU that is left in boot mode, which a retry brings to the new version [UDS-04]", async () => {
    const devices = await fleet("boot", (i) => (i === 0 ? "power" : undefined), 2);
    const one = { ...(ONE_WAVE[0] as Wave), stop: { unit: "percent", value: 100 } } as const;
    const waves: Wave[] = [{ ...one, size: { unit: "count", value: 1 }, success_percent: 0 }, one];
    const id = await start(devices, waves);
    const halted = await until(id, ({ halt }) => halt !== null);
    expect(halted).toMatchObject({ state: "paused", halt: { reason: "boot", failed: 1 } });
    expect(await devicesOf(id, "&state=failed")).toMatchObject([{ name: "boot 00", code: "boot" }]);
    await act(id, "retry");
    expect(await until(id, isOver)).toMatchObject({ state: "done", counts: { done: 2, failed: 0 } });
  });

  it("need another person where the tenant asks for two; the same one is refused [UDS-04]", async () => {
    await world.call(manager, "PUT", "/flash-settings", { two_persons: true });
    try {
      const devices = await fleet("two", () => undefined, 1);
      const id = await start(devices);
      expect(await read(id)).toMatchObject({ state: "asked", is_mine: true });
      await world.keeper().look();
      expect((await read(id)).state).toBe("asked");
      const approve = (user: TestUser, password: string) =>
        world.call(user, "POST", `/campaigns/${id}/approve`, { password });
      expect((await approve(manager, TEST_PASSWORD)).code).toBe("flash.ownApproval");
      expect((await approve(world.other, "wrong")).code).toBe("flash.passwordWrong");
      const told = await world.call(
        world.other,
        "GET",
        `/tenant/tenants/${world.other.tenantId}/users/${world.other.userId}/message`,
      );
      expect(told.list[0]).toMatchObject({ link: `/Container/Rollout?id=${id}` });
      expect((await approve(world.other, TEST_PASSWORD)).data).toMatchObject({ approved_by: "manager_b" });
      expect((await approve(world.other, TEST_PASSWORD)).code).toBe("firmware.wrongState");
      expect(await until(id, isOver)).toMatchObject({ state: "done", counts: { done: 1 } });
      const [device] = await devicesOf(id);
      const run = await world.call(manager, "GET", `/things/${device?.things_id}/flash-runs/${device?.run_id}`);
      expect(run.data).toMatchObject({ outcome: "new", two_persons: true, approved_by: "manager_b" });
    } finally {
      await world.call(manager, "PUT", "/flash-settings", { two_persons: false });
    }
  });
});
