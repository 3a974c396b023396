import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { NewThing } from "@canopy/contract/devices/thing";
import { sql } from "kysely";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { CanopyLink } from "../../../simulator/link/canopy-link.ts";
import { QuietTerminal } from "../../../simulator/load/quiet-terminal.ts";
import type { FirmwareFault } from "../../../simulator/terminal/firmware.ts";
import { Random } from "../../../simulator/world/random.ts";
import type { AskDevice } from "../../devices/link/device-link.ts";
import { reportStatus } from "../../devices/link/report-status.ts";
import { firmwareProgress } from "../../firmware/rollouts/firmware-progress.ts";
import { RolloutKeeper, type RolloutParts } from "../../firmware/rollouts/rollout-keeper.ts";
import type { Gateway } from "../../frames/gateway/gateway.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDevice, testDevice } from "../terminals/test-device.ts";
import { deviceGateway } from "../terminals/test-gateway.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../test-app.ts";

export const FIRST_VERSION = "4.17.02";
const WITHIN_MS = 60_000 * PATIENCE;

export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + WITHIN_MS; !(await holds()); await sleep(50))
    if (Date.now() > endMs) throw new Error("it never came true");
}

/** Role web on a port, a gateway and terminals that take upgrades; a test moves rollouts on. */
export class FirmwareWorld {
  readonly app: TestApp;
  readonly gateway: Gateway;
  readonly terminals: { terminal: QuietTerminal; link: CanopyLink }[] = [];
  private readonly address: string;

  static async open(): Promise<FirmwareWorld> {
    const app = await testApp();
    const { db } = app.database;
    const gateway = await deviceGateway(db, {
      receive: async (device, message, atMs) => {
        if (message.kind === "firmware") await firmwareProgress(db, device, message.progress);
        const version = message.kind === "status" ? message.status.firmware_version : undefined;
        if (version) await reportStatus(db, device.bindingNumber, { firmwareVersion: version }, atMs);
      },
      onPresence: ({ device, online, atMs }) => void reportStatus(db, device.bindingNumber, { online }, atMs),
    });
    await app.app.listen({ host: "127.0.0.1", port: 0 });
    return new FirmwareWorld(app, gateway);
  }

  private constructor(app: TestApp, gateway: Gateway) {
    this.app = app;
    this.gateway = gateway;
    this.address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  }

  readonly ask: AskDevice = (deviceId, request) => this.gateway.request(deviceId, request);

  /** A worker; several may be at work. */
  keeper(other: Partial<RolloutParts> = {}): RolloutKeeper {
    const { db } = this.app.database;
    const log = createLog("silent");
    const parts = { db, ask: this.ask, secret: TEST_SECRET, webAddress: () => this.address, log, now: Date.now };
    // A terminal that has just connected may not listen yet.
    const patience = { silentMs: 60_000, awayMs: 60_000, askedMs: 15_000 };
    return new RolloutKeeper({ ...parts, patience, ...other });
  }

  device(tenantId: string, name: string, other: Partial<NewThing> = {}): Promise<TestDevice> {
    return testDevice(this.app.database.db, tenantId, { name, ...other });
  }

  connect({ deviceId, key }: TestDevice, firmwareFault?: FirmwareFault): void {
    const terminal = new QuietTerminal({ firmwareVersion: FIRST_VERSION, firmwareFault, restartMs: 50 });
    const url = `mqtt://127.0.0.1:${this.gateway.mqttPort}`;
    const link = new CanopyLink({ url, deviceId, key }, terminal, new Random(deviceId), () => undefined);
    terminal.attach(link);
    this.terminals.push({ terminal, link });
  }

  /** Connected devices that have told their version; some with a fault. */
  async fleet(
    tenantId: string,
    prefix: string,
    faults: readonly (FirmwareFault | undefined)[],
  ): Promise<readonly TestDevice[]> {
    const made: TestDevice[] = [];
    for (const [i, fault] of faults.entries()) {
      const device = await this.device(tenantId, `${prefix} ${String(i).padStart(3, "0")}`);
      this.connect(device, fault);
      made.push(device);
    }
    const ids = made.map(({ thingsId }) => thingsId);
    await eventually(async () => {
      const there = await sql<{ n: number }>`select count(*)::int as n from things where online
        and firmware_version = ${FIRST_VERSION} and id = any(${ids}::uuid[])`.execute(this.app.database.db);
      return there.rows[0]?.n === made.length;
    });
    return made;
  }

  /** A call below `/firmware/rollouts`: with a body it is a POST. */
  async rollouts(user: TestUser, url: string, payload?: object) {
    const method = payload ? "POST" : "GET";
    const asked = { method, url: `/api/firmware/rollouts${url}`, ...(payload && { payload }) } as const;
    return (await this.app.call(user, asked)).json();
  }

  async close(): Promise<void> {
    await Promise.all(this.terminals.map(({ link }) => link.close()));
    await this.gateway.stop();
    await this.app.close();
  }
}
