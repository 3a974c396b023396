import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { expect, it, onTestFinished } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { SIMULATED_FLASH } from "../../../simulator/bus/ecu.ts";
import { simulatorPublicKeyPem } from "../../../simulator/terminal/firmware-key.ts";
import { RunningVehicle } from "../../../simulator/vehicles/load-vehicle.ts";
import { TestCanBus } from "../../testing/terminals/test-can-bus.ts";
import type { TestDevice } from "../../testing/terminals/test-device.ts";
import { TEST_PASSWORD } from "../../testing/test-app.ts";
import { eventually } from "../../testing/worlds/test-firmware-world.ts";
import { FlashWorld, KEY_SCRIPT, vinOf } from "../../testing/worlds/test-flash-world.ts";

const BIN = join(import.meta.dirname, "../../../cli/bin/canopy.mjs");

/** Speed 0, 13.0 V, parking brake applied, ignition on, one byte each. */
const STATE = { id: 0x100, data: Uint8Array.of(0, 130, 1, 1) };
const at = (start_bit: number, factor = 1) => ({
  ...{ from: "frame", channel: 0, id: STATE.id, start_bit, length: 8, factor, values: [1] },
});
const GATES = { speed: at(0), supply: at(8, 0.1), parkingBrake: at(16), ignition: at(24) };

/** A process of its own on a bus of files; it is ended with the test. */
function startAgent(world: FlashWorld, { deviceId, key }: TestDevice): void {
  const folder = mkdtempSync(join(tmpdir(), "canopy-agent-flash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const vehicle = new RunningVehicle({ kind: "ev", seed: deviceId, startUs: Date.now() * 1000 });
  const bms = vehicle.ecus.find(({ plan }) => plan.name === "BMS");
  if (!bms) throw new Error("the vehicle has no BMS");
  const bus = new TestCanBus(folder, bms, STATE);
  onTestFinished(() => bus.close());
  writeFileSync(join(folder, "key"), `${key}\n`);
  writeFileSync(join(folder, "maker.pem"), simulatorPublicKeyPem());
  const url = `mqtt://127.0.0.1:${world.gateway.mqttPort}`;
  const files = ["--key-file", join(folder, "key"), "--spool", join(folder, "spool")];
  const keys = ["--firmware-key", join(folder, "maker.pem")];
  const args = [BIN, "agent", "--url", url, "--device", deviceId, ...files, ...keys, "can0"];
  const agent = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });
  onTestFinished(() => void agent.kill("SIGKILL"));
}

it("an agent's process flashes an ECU over MQTT, with a key that a script makes here [UDS-03] [UDS-04]", {
  timeout: 240_000 * PATIENCE,
}, async () => {
  const world = await FlashWorld.open();
  onTestFinished(() => world.close());
  const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
    world.call(world.manager, method, url, payload);
  const ecu_id = await world.makeEcu(KEY_SCRIPT);
  const memory = [{ address: SIMULATED_FLASH, size: 256 * 1024 }];
  await call("PUT", `/ecus/${ecu_id}/flash`, { memory, gates: GATES });
  const package_id = await world.makePackage("BMS 08.01.00", 1, 2500);
  const device = await world.vehicle("agent");
  startAgent(world, device);
  await world.online([device]);
  const runs = `/things/${device.thingsId}/flash-runs`;
  const { data } = await call("POST", runs, { ecu_id, package_id });
  const run = `${runs}/${data.run_id}`;
  const read = async (): Promise<FlashRunRow> => (await call("GET", run)).data;
  const unmet = async () => {
    const { message } = await call("POST", `${run}/actions`, { action: "check" });
    return (await read()).gates?.filter(({ reason }) => reason !== null) ?? message ?? "not told";
  };
  // The car has to be seen to stand for half a minute.
  await expect.poll(unmet, { timeout: 120_000 * PATIENCE, interval: 1000 }).toEqual([]);
  const proof = { password: TEST_PASSWORD, vin_tail: vinOf(device.deviceId).slice(-6) };
  const started = await call("POST", `${run}/start`, proof);
  expect(started.data, JSON.stringify(started)).toBeDefined();
  await eventually(async () => (await read()).state === "ended");
  expect(await read()).toMatchObject({ outcome: "new", failure: null, communication_restored: true });
  const trace = await call("GET", `${run}/trace`);
  expect(trace.broken_at).toBeNull();
  const sent = trace.list.filter(({ kind }: { kind: string }) => kind === "request");
  expect(sent.map(({ data: bytes }: { data: string }) => bytes.slice(0, 4))).toEqual(
    expect.arrayContaining(["2701", "2702", "3601", "22F1"]),
  );
});
