import { CanopyLink } from "../../simulator/link/canopy-link.ts";
import { Terminal, type TerminalSettings } from "../../simulator/terminal/terminal.ts";
import { Random } from "../../simulator/world/random.ts";

interface Driver {
  readonly deviceId: string;
  readonly key: string;
}

/** A terminal of the simulator that has driven for some minutes before it came online: its card has their files. */
export interface DrivenTerminal<Device extends Driver> {
  readonly terminal: Terminal;
  readonly device: Device;
  readonly link: CanopyLink;
  close(): Promise<void>;
}

export interface Drive extends Partial<TerminalSettings> {
  readonly minutes: number;
}

const STEP_US = 50_000;
const MINUTE_US = 60_000_000;

/** Unless told otherwise nothing of it waits for the server. */
export function drivenTerminal<Device extends Driver>(
  device: Device,
  url: string,
  { minutes, ...settings }: Drive,
): DrivenTerminal<Device> {
  const { deviceId, key } = device;
  const endUs = Math.floor(Date.now() / 1000) * 1_000_000;
  const startUs = endUs - minutes * MINUTE_US;
  const life = { startUs, epoch: Math.floor(startUs / 1e6), outboxBytes: 0 };
  const terminal = new Terminal({ deviceId, kind: "ev", seed: deviceId, ...life, ...settings });
  for (let now = startUs; now < endUs; now += STEP_US) terminal.advance(now);
  const link = new CanopyLink({ url, deviceId, key, version: 5 }, terminal, new Random(deviceId), () => undefined);
  terminal.attach(link);
  return { terminal, device, link, close: () => link.close() };
}
