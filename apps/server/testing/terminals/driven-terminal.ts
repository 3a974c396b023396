import { CandtuLink } from "../../../simulator/link/candtu-link.ts";
import { CanopyLink } from "../../../simulator/link/canopy-link.ts";
import { Terminal, type TerminalSettings } from "../../../simulator/terminal/terminal.ts";
import { Random } from "../../../simulator/world/random.ts";

interface Driver {
  readonly deviceId: string;
  readonly key: string;
}

/** A terminal of the simulator that has driven for some minutes before it came online: its card has their files. */
export interface DrivenTerminal<Device extends Driver> {
  readonly terminal: Terminal;
  readonly device: Device;
  readonly link: CanopyLink | CandtuLink;
  close(): Promise<void>;
}

export interface Drive extends Partial<TerminalSettings> {
  readonly minutes: number;
  /** It speaks candtu, and signs in here first. */
  readonly candtuLogin?: string;
}

const STEP_US = 50_000;
const MINUTE_US = 60_000_000;

/** Unless told otherwise nothing of it waits for the server. */
export function drivenTerminal<Device extends Driver>(
  device: Device,
  url: string,
  { minutes, candtuLogin, ...settings }: Drive,
): DrivenTerminal<Device> {
  const { deviceId, key } = device;
  const endUs = Math.floor(Date.now() / 1000) * 1_000_000;
  const startUs = endUs - minutes * MINUTE_US;
  const life = { startUs, epoch: Math.floor(startUs / 1e6), outboxBytes: 0 };
  const terminal = new Terminal({ deviceId, kind: "ev", seed: deviceId, ...life, ...settings });
  for (let now = startUs; now < endUs; now += STEP_US) terminal.advance(now);
  const [random, log] = [new Random(deviceId), () => undefined];
  const link =
    candtuLogin === undefined
      ? new CanopyLink({ url, deviceId, key, version: 5 }, terminal, random, log)
      : new CandtuLink({ loginUrl: candtuLogin, type: "CANDTU", deviceId, key }, terminal, random, log);
  terminal.attach(link);
  return { terminal, device, link, close: () => link.close() };
}
