import { randomBytes } from "node:crypto";
import type { Rollout, RolloutDevice } from "@canopy/contract/firmware/rollouts";
import { ONE_WAVE, type Wave } from "@canopy/contract/firmware/waves";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import type { FirmwareFault } from "../../../simulator/terminal/firmware.ts";
import type { AskDevice } from "../../devices/link/device-link.ts";
import type { TestDevice } from "../../testing/terminals/test-device.ts";
import type { TestUser } from "../../testing/test-app.ts";
import { uploadImage } from "../../testing/worlds/test-firmware.ts";
import { eventually, FIRST_VERSION, FirmwareWorld } from "../../testing/worlds/test-firmware-world.ts";
import type { RolloutKeeper } from "./rollout-keeper.ts";

describe("rollouts of firmware", { timeout: 180_000 * PATIENCE }, () => {
  let world: FirmwareWorld;
  let manager: TestUser;
  let minor = 0;

  beforeAll(async () => {
    world = await FirmwareWorld.open();
    manager = await world.app.user({ tenant: "own", name: "manager_a", role: "manager" });
  });
  afterAll(() => world?.close());

  const db = () => world.app.database.db;
  const call = (url: string, payload?: object) => world.rollouts(manager, url, payload);
  const image = (base?: string) =>
    uploadImage(world.app, manager, { version: `5.${minor++}.0`, bytes: randomBytes(50_000), ...(base && { base }) });

  const fleet = (prefix: string, faults: readonly (FirmwareFault | undefined)[]) =>
    world.fleet(manager.tenantId, prefix, faults);

  const start = async (imageId: string, devices: readonly TestDevice[], waves: readonly Wave[] = ONE_WAVE) => {
    const device_ids = devices.map(({ thingsId }) => thingsId);
    const made = await call("", { image_id: imageId, scope: "device", device_ids, when: "now", waves });
    expect(made.data, JSON.stringify(made)).toBeDefined();
    return made.data.id as string;
  };
  const read = async (id: string): Promise<Rollout> => (await call(`/${id}`)).data;
  const devicesOf = async (id: string, query = ""): Promise<RolloutDevice[]> =>
    (await call(`/${id}/devices?page_size=500${query}`)).list;
  const act = (id: string, action: string) => call(`/${id}/actions`, { action });

  /** Workers look until it is so. */
  async function until(id: string, holds: (rollout: Rollout) => boolean, workers: RolloutKeeper[] = [world.keeper()]) {
    await eventually(async () => {
      await Promise.all(workers.map((worker) => worker.look()));
      return holds(await read(id));
    });
    return read(id);
  }
  const isOver = ({ state, counts }: Rollout) => state !== "running" && state !== "scheduled" && counts.running === 0;

  it("bring the new version to every idle device, and name the others with their reason [DEV-08]", async () => {
    const idle = await fleet("idle", [undefined, undefined, undefined]);
    const offline = await world.device(manager.tenantId, "offline");
    await sql`update things set firmware_version = '4.0.0' where id = ${offline.thingsId}`.execute(db());
    const unknown = await world.device(manager.tenantId, "unknown");
    const imageId = await image();
    const device_ids = [...idle, offline, unknown].map(({ thingsId }) => thingsId);
    const preview = await call("/preview", { image_id: imageId, scope: "device", device_ids });
    expect(preview.data).toMatchObject({
      total: 5,
      idle: 3,
      left_out: { offline: 1, invalid: 1, busy: 0, already: 0 },
    });
    const id = await start(imageId, [...idle, offline, unknown]);
    const ended = await until(id, isOver);
    expect(ended).toMatchObject({ state: "done", counts: { total: 3, done: 3 }, left_out: 2 });
    const rows = await devicesOf(id);
    expect(rows.map(({ state, from_version }) => [state, from_version])).toEqual(
      idle.map(() => ["done", FIRST_VERSION]),
    );
    const left = await devicesOf(id, "&state=left_out");
    expect(left.map(({ name, code }) => [name, code]).sort()).toEqual([
      ["offline", "offline"],
      ["unknown", "invalid"],
    ]);
    const shown = await world.app.call(manager, { url: `/api/things/${idle[0]?.thingsId}` });
    expect(shown.body).toContain(ended.version);
    const history = (await call(`/${id}/history?page_size=50`)).list as { kind: string }[];
    expect(new Set(history.map(({ kind }) => kind))).toEqual(new Set(["created", "begun", "done", "ended"]));
    // They have it now.
    expect(
      (await call("", { image_id: imageId, scope: "device", device_ids, when: "now", waves: ONE_WAVE })).code,
    ).toBe("firmware.nothingToUpgrade");
  });

  it("stop by themselves when 10 % of the devices fail, before the next wave [DEV-08]", async () => {
    const faults = Array.from({ length: 20 }, (_, i) => (i % 10 === 3 ? ("install" as const) : undefined));
    const devices = await fleet("tenth", faults);
    const stop = { unit: "percent", value: 5 } as const;
    const waves: Wave[] = [
      { size: { unit: "count", value: 10 }, success_percent: 80, stop, wait_minutes: 0 },
      { size: { unit: "rest" }, success_percent: 80, stop, wait_minutes: 0 },
    ];
    const id = await start(await image(), devices, waves);
    const halted = await until(id, isOver);
    expect(halted).toMatchObject({
      state: "paused",
      halt: { reason: "failures", wave: 0, failed: 1, devices: 10 },
      wave: 0,
      counts: { failed: 1 },
    });
    expect(halted.waves[1]?.counts).toMatchObject({ waiting: 10, done: 0, failed: 0 });
    const [failed] = await devicesOf(id, "&state=failed");
    expect(failed).toMatchObject({ code: "install", tries: 1 });
    // Whoever goes on has seen the failure of this wave; the one of the next stops it again.
    await act(id, "resume");
    const again = await until(id, isOver);
    expect(again).toMatchObject({ state: "paused", halt: { wave: 1, failed: 1 }, counts: { failed: 2 } });
    await act(id, "resume");
    expect(await until(id, isOver)).toMatchObject({ state: "done", counts: { done: 18, failed: 2 } });
  });

  it("try again what may help, and give up after three times [DEV-08]", async () => {
    const devices = await fleet("hash", ["hash", "rolledBack", undefined]);
    const id = await start(await image(), devices, [{ ...firstWave(), stop: { unit: "percent", value: 100 } }]);
    await until(id, isOver);
    const rows = await devicesOf(id);
    expect(rows.map(({ state, code, tries }) => [state, code, tries]).sort()).toEqual([
      ["done", null, 1],
      ["failed", "hash", 3],
      ["failed", "rolledBack", 1],
    ]);
  });

  it("retry the failed ones alone [DEV-08]", async () => {
    const devices = await fleet("retry", ["install", undefined]);
    const id = await start(await image(), devices, [{ ...firstWave(), stop: { unit: "percent", value: 100 } }]);
    await until(id, isOver);
    // The fault is mended.
    const broken = world.terminals.at(-2);
    await broken?.link.close();
    world.connect(devices[0] as TestDevice);
    await eventually(
      async () =>
        (await sql`select 1 from things where id = ${devices[0]?.thingsId ?? null} and online`.execute(db())).rows
          .length > 0,
    );
    expect((await act(id, "retry")).data).toMatchObject({ state: "running", counts: { waiting: 1, done: 1 } });
    expect(await until(id, isOver)).toMatchObject({ state: "done", counts: { done: 2, failed: 0 } });
    expect((await act(id, "retry")).code).toBe("firmware.wrongState");
  });

  it("pause before the next device, and stop without interrupting an installation [DEV-08]", async () => {
    const devices = await fleet("pause", [undefined, undefined, undefined]);
    const imageId = await image();
    const one = { ...firstWave(), size: { unit: "count", value: 1 }, wait_minutes: 60 } as const;
    const id = await start(imageId, devices, [one, one, firstWave()]);
    const waiting = await until(id, ({ counts, next_wave_time }) => counts.done === 1 && next_wave_time !== null);
    expect(waiting).toMatchObject({ state: "running", wave: 0, counts: { waiting: 2 } });
    expect(waiting.next_wave_time ?? 0).toBeGreaterThan(Date.now() + 3_000_000);
    const remove = () => world.app.call(manager, { method: "DELETE", url: `/api/firmware/images/${imageId}` });
    expect((await remove()).json().code).toBe("firmware.imageInUse");
    expect((await act(id, "pause")).data.state).toBe("paused");
    // An hour later, by the clock of the worker.
    const later = world.keeper({ now: () => Date.now() + 3_700_000 });
    await later.look();
    expect((await read(id)).wave).toBe(0);
    await act(id, "resume");
    await until(id, ({ wave, counts }) => wave === 1 && counts.done === 2, [later]);
    expect((await act(id, "stop")).data).toMatchObject({ state: "stopped", counts: { done: 2, cancelled: 1 } });
    expect((await act(id, "resume")).code).toBe("firmware.wrongState");
    expect((await remove()).statusCode).toBe(200);
    expect((await read(id)).version).toMatch(/^5\./);
  });

  it("go on after a worker died between claim and command, and two workers tell nobody twice [DEV-08]", async () => {
    const devices = await fleet(
      "two",
      Array.from({ length: 12 }, () => undefined),
    );
    const id = await start(await image(), devices);
    const told = new Map<string, number>();
    const counting: AskDevice = (deviceId, request) => {
      told.set(deviceId, (told.get(deviceId) ?? 0) + 1);
      return world.ask(deviceId, request);
    };
    // The first one claims all devices and dies before a command leaves.
    const dead = world.keeper({ ask: () => new Promise(() => undefined) });
    await dead.look();
    await eventually(async () => (await read(id)).counts.running === 12);
    const patience = { silentMs: 60_000, awayMs: 60_000, askedMs: 5_000 };
    const workers = [1, 2].map(() => world.keeper({ ask: counting, patience }));
    expect(await until(id, isOver, workers)).toMatchObject({ state: "done", counts: { done: 12 } });
    expect([...told.values()].every((times) => times <= 2)).toBe(true);
    expect(told.size).toBe(12);
  });

  it("give up a terminal that says nothing, and wait for one that is away [DEV-08]", async () => {
    const devices = await fleet("silent", ["silent", undefined]);
    const id = await start(await image(), devices, [{ ...firstWave(), stop: { unit: "percent", value: 100 } }]);
    const away = world.terminals.at(-1);
    const begun = world.keeper({ ask: async () => ({ kind: "offline" }) });
    await begun.look();
    await away?.link.close();
    await eventually(async () => {
      await begun.look();
      return (await devicesOf(id)).some(({ state, tries }) => state === "offline" && tries === 0);
    });
    const patience = { silentMs: 200, awayMs: 60_000, askedMs: 60_000 };
    const worker = world.keeper({ patience });
    await until(id, ({ counts }) => counts.failed === 1, [worker]);
    expect(await devicesOf(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ state: "failed", code: "silent", tries: 3 }),
        expect.objectContaining({ state: "offline" }),
      ]),
    );
    world.connect(devices[1] as TestDevice);
    expect(await until(id, isOver, [world.keeper()])).toMatchObject({ state: "done", counts: { done: 1, failed: 1 } });
  });

  it("begin at their time, and tell nobody outside their window [DEV-08]", async () => {
    const devices = await fleet("window", [undefined]);
    const device_ids = devices.map(({ thingsId }) => thingsId);
    const of = { image_id: await image(), scope: "device", device_ids, waves: ONE_WAVE };
    expect((await call("", { ...of, when: "at" })).code).toBe("firmware.timeEmpty");
    expect((await call("", { ...of, when: "window" })).code).toBe("firmware.timeEmpty");
    expect((await call("", { ...of, when: "at", start_at: 1 })).code).toBe("firmware.timePast");
    expect((await call("", { ...of, device_ids: [], when: "now" })).code).toBe("firmware.scopeEmpty");
    const window = { from: "01:00", to: "05:00", time_zone: "Asia/Shanghai" };
    expect((await call("", { ...of, when: "window", window: { ...window, time_zone: "x/y" } })).code).toBe(
      "firmware.windowInvalid",
    );
    const startMs = Date.UTC(2040, 0, 1, 12);
    const id = (await call("", { ...of, when: "window", window, start_at: startMs })).data.id;
    const at = (ms: number) => world.keeper({ now: () => ms });
    for (const ms of [Date.now(), Date.UTC(2040, 0, 1, 13)]) await at(ms).look();
    expect(await read(id)).toMatchObject({ state: "scheduled", window });
    expect(await until(id, isOver, [at(Date.UTC(2040, 0, 1, 18))])).toMatchObject({
      state: "done",
      counts: { done: 1 },
    });
  });
});

const firstWave = (): Wave => ({ ...(ONE_WAVE[0] as Wave) });
