import { randomInt } from "node:crypto";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { type EcuFault, SIMULATED_FLASH, SIMULATED_HARDWARE } from "../../../simulator/bus/ecu.ts";
import { CanopyLink } from "../../../simulator/link/canopy-link.ts";
import { signPackageForSimulators } from "../../../simulator/terminal/firmware-key.ts";
import { Terminal } from "../../../simulator/terminal/terminal.ts";
import {
  SIMULATED_BMS,
  SIMULATED_GATES,
  SIMULATED_UNLOCK,
  simulatedImage,
} from "../../../simulator/terminal/test-flash-order.ts";
import { RunningVehicle } from "../../../simulator/vehicles/load-vehicle.ts";
import { Random } from "../../../simulator/world/random.ts";
import { ecuPayload } from "../../campaigns/ecu-payload.ts";
import type { AskDevice } from "../../devices/link/device-link.ts";
import { reportStatus } from "../../devices/link/report-status.ts";
import { insertVehicle } from "../../devices/vehicles/vehicle-store.ts";
import { flashUnlockOfEcu, scriptOfEcu } from "../../diagnosis/ecus/keep-unlock-file.ts";
import { answerSeed } from "../../diagnosis/flashing/answer-seed.ts";
import { keepFlash } from "../../diagnosis/flashing/keep-flash.ts";
import { keepTrace } from "../../diagnosis/sessions/keep-trace.ts";
import type { Patience } from "../../firmware/rollouts/device-store.ts";
import { RolloutKeeper } from "../../firmware/rollouts/rollout-keeper.ts";
import type { Gateway } from "../../frames/gateway/gateway.ts";
import { createLog } from "../../platform/log.ts";
import { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { type TestDevice, testDevice } from "../terminals/test-device.ts";
import { deviceGateway } from "../terminals/test-gateway.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../test-app.ts";
import { testKey } from "./test-firmware.ts";
import { eventually } from "./test-firmware-world.ts";

const DAY_MS = 86_400_000;
const TICK_MS = 20;
/** Frames are ten times rarer than in a vehicle: fresh enough for gates, and many vehicles fit a test. */
const CYCLE_SCALE = 10;

export const vinOf = (deviceId: string) => new RunningVehicle({ kind: "ev", seed: deviceId, startUs: 0 }).vehicle.vin;

/** The same key as the declarative algorithm of simulated ECUs makes. */
export const KEY_SCRIPT = "function key(seed) { return seed.map((byte, i) => ((byte ^ 0x5a) + i) & 255); }";

interface Car {
  readonly terminal: Terminal;
  readonly link: CanopyLink;
}

/** Role web on a port, a gateway, and parked electric cars whose BMS can be flashed; a test moves campaigns on. */
export class FlashWorld {
  readonly app: TestApp;
  readonly gateway: Gateway;
  readonly manager: TestUser;
  readonly other: TestUser;
  readonly cars = new Map<string, Car>();
  readonly address: string;
  private readonly timer: NodeJS.Timeout;
  ecuId = "";

  static async open(): Promise<FlashWorld> {
    const links: { address: string; gateway?: Gateway } = { address: "" };
    // The app of a test has no port of its own in its settings.
    const ask: AskDevice = (deviceId, request) => {
      const { params } = request;
      const isOrder = typeof params === "object" && params !== null && "url" in params;
      const moved = isOrder ? { ...params, url: String(params.url).replace(/^http:\/\/[^/]+/, links.address) } : params;
      if (!links.gateway) throw new Error("there is no gateway yet");
      return links.gateway.request(deviceId, { ...request, params: moved });
    };
    const app = await testApp({}, { askDevice: ask });
    const { db } = app.database;
    const runScript = new Sandbox().run;
    const scriptOf = (tenantId: string, ecuId: string) =>
      scriptOfEcu({ db, secret: TEST_SECRET, runScript }, tenantId, ecuId);
    const gateway = await deviceGateway(db, {
      receive: async (device, message, atMs) => {
        if (message.kind === "uds") await keepTrace({ db, publish: () => undefined }, device, message.progress, atMs);
        if (message.kind !== "flash") return;
        const answer: Parameters<typeof keepFlash>[0]["answerSeed"] = (of, run, seed) =>
          void answerSeed({ db, ask, now: Date.now, scriptOf }, of, run, seed);
        await keepFlash({ db, publish: () => undefined, answerSeed: answer }, device, message.progress, atMs);
      },
      onPresence: ({ device, online, atMs }) => void reportStatus(db, device.bindingNumber, { online }, atMs),
    });
    links.gateway = gateway;
    await app.app.listen({ host: "127.0.0.1", port: 0 });
    links.address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
    const manager = await app.user({ tenant: "own", name: "manager_a", role: "manager" });
    const other = await app.user({ tenant: "own", name: "manager_b", role: "manager" });
    return new FlashWorld({ app, gateway, manager, other, address: links.address });
  }

  private constructor(made: Pick<FlashWorld, "app" | "gateway" | "manager" | "other" | "address">) {
    this.app = made.app;
    this.gateway = made.gateway;
    this.manager = made.manager;
    this.other = made.other;
    this.address = made.address;
    this.timer = setInterval(() => {
      for (const { terminal } of this.cars.values()) terminal.advance(Date.now() * 1000);
    }, TICK_MS);
  }

  readonly ask: AskDevice = (deviceId, request) => this.gateway.request(deviceId, request);

  async call(user: TestUser, method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) {
    const answer = await this.app.call(user, { method, url: `/api${url}`, ...(payload && { payload }) });
    return answer.json();
  }

  /** The BMS with its memory and gates; its unlock file is a script where one is given. */
  async makeEcu(script?: string): Promise<string> {
    const [name, text] = script === undefined ? ["key.json", JSON.stringify(SIMULATED_UNLOCK)] : ["key.js", script];
    const file = { name: `${randomInt(1e9)}-${name}`, unlock_base64: Buffer.from(text).toString("base64") };
    const { data: unlock } = await this.call(this.manager, "POST", "/unlock-files", file);
    const ecu = { name: `BMS ${randomInt(1e9)}`, ...SIMULATED_BMS, unlock_file_id: unlock.unlock_file_id };
    const id: string = (await this.call(this.manager, "POST", "/ecus", ecu)).data.ecu_id;
    const memory = [{ address: SIMULATED_FLASH, size: 256 * 1024 }];
    await this.call(this.manager, "PUT", `/ecus/${id}/flash`, { memory, gates: SIMULATED_GATES });
    this.ecuId = id;
    return id;
  }

  async makePackage(version: string, counter: number, size = 6000): Promise<string> {
    const keyId = await testKey(this.app.database.db, this.manager.tenantId);
    const made = await this.app.call(this.manager, {
      method: "POST",
      url: `/api/flash-packages?name=p_${randomInt(1e9)}&file_name=bms.bin&base_address=${SIMULATED_FLASH}`,
      payload: simulatedImage(version, size),
      headers: { "content-type": "application/octet-stream" },
    });
    const { package_id, segments, sha256 } = made.json().data;
    const manifest = {
      ...{ part_number: "CNP-BMS-0960", hardware: SIMULATED_HARDWARE, boot: "", software_from: [] },
      ...{ software_to: version, expires: Date.now() + DAY_MS, counter },
    };
    const signature = signPackageForSimulators({ manifest, segments, size, sha256 });
    await this.call(this.manager, "PUT", `/flash-packages/${package_id}`, { manifest, key_id: keyId, signature });
    return package_id;
  }

  /** A device in a vehicle with the VIN of its car. */
  async vehicle(name: string): Promise<TestDevice> {
    const { db } = this.app.database;
    const { tenantId } = this.manager;
    const device = await testDevice(db, tenantId, { name });
    const id = await insertVehicle(db, tenantId, { name, vin: vinOf(device.deviceId), plate: "" });
    await sql`insert into vehicle_channels (tenant_id, vehicle_id, binding, channel)
      values (${tenantId}, ${id}, ${device.bindingNumber}, 0)`.execute(db);
    return device;
  }

  /** Parked, unless it drives. */
  connect({ deviceId, key }: TestDevice, { ecuFault, drives }: { ecuFault?: EcuFault; drives?: boolean } = {}): void {
    const startUs = Date.now() * 1000;
    const of = {
      deviceId,
      kind: "ev",
      seed: deviceId,
      startUs,
      epoch: randomInt(2 ** 32),
      cycleScale: CYCLE_SCALE,
    } as const;
    const terminal = new Terminal({ ...of, isParked: !drives, ...(ecuFault && { ecuFault }) });
    const url = `mqtt://127.0.0.1:${this.gateway.mqttPort}`;
    const link = new CanopyLink({ url, deviceId, key }, terminal, new Random(deviceId), () => undefined);
    terminal.attach(link);
    this.cars.set(deviceId, { terminal, link });
  }

  async disconnect({ deviceId }: TestDevice): Promise<void> {
    const car = this.cars.get(deviceId);
    this.cars.delete(deviceId);
    await car?.link.close();
  }

  async online(devices: readonly TestDevice[]): Promise<void> {
    const ids = devices.map(({ thingsId }) => thingsId);
    await eventually(async () => {
      const there = await sql<{ n: number }>`select count(*)::int as n from things where online
        and id = any(${ids}::uuid[])`.execute(this.app.database.db);
      return there.rows[0]?.n === devices.length;
    });
  }

  keeper(patience: Partial<Patience> = {}): RolloutKeeper {
    const { db } = this.app.database;
    const services = { db, ask: this.ask, secret: TEST_SECRET, webAddress: () => this.address, now: Date.now };
    const unlockOf = (tenantId: string, ecuId: string) =>
      flashUnlockOfEcu({ db, secret: TEST_SECRET }, tenantId, ecuId);
    const ecus = ecuPayload({ ...services, unlockOf });
    return new RolloutKeeper({ ...services, log: createLog("silent"), ecus, patience: { gatedMs: 2000, ...patience } });
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([...this.cars.values()].map(({ link }) => link.close()));
    await this.gateway.stop();
    await this.app.close();
  }
}
