// Terminals that take upgrades, in a thread of their own: what they do is no part of the server's answer times.
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { CanopyLink } from "../../apps/simulator/link/canopy-link.ts";
import { QuietTerminal } from "../../apps/simulator/load/quiet-terminal.ts";
import { Random } from "../../apps/simulator/world/random.ts";

export interface QuietFleetData {
  readonly url: string;
  readonly devices: readonly { readonly deviceId: string; readonly key: string }[];
  readonly firmwareVersion: string;
  readonly restartMs: number;
}

/** Below what the server takes of one address. */
const CONNECTIONS_PER_SECOND = 150;

const { url, devices, firmwareVersion, restartMs } = workerData as QuietFleetData;
const links: CanopyLink[] = [];
for (const [i, { deviceId, key }] of devices.entries()) {
  const terminal = new QuietTerminal({ firmwareVersion, restartMs });
  const link = new CanopyLink({ url, deviceId, key }, terminal, new Random(deviceId), () => undefined);
  terminal.attach(link);
  links.push(link);
  if (i % 15 === 14) await sleep(15_000 / CONNECTIONS_PER_SECOND);
}
parentPort?.once("message", async () => {
  await Promise.all(links.map((link) => link.close()));
  process.exit(0);
});
parentPort?.postMessage("connected");
