import { randomInt } from "node:crypto";
import type { FleetDevice } from "./fleet-file.ts";
import { CandtuLink } from "./link/candtu-link.ts";
import { CanopyLink } from "./link/canopy-link.ts";
import type { LinkEvents, Uplink } from "./link/uplink.ts";
import { LoadTerminal } from "./load/load-terminal.ts";
import { loadTemplates } from "./load/templates.ts";
import { Terminal } from "./terminal/terminal.ts";
import { VEHICLE_KINDS } from "./vehicles/vehicle.ts";
import { Random } from "./world/random.ts";

export interface FleetSettings {
  url: string;
  devices: readonly FleetDevice[];
  /** Frames per second of each device, made ahead (load); absent: living vehicles at their own pace. */
  framesPerSecond?: number;
  cutEveryS?: number;
  /** Of living vehicles: when they begin, and how long they were driven before. */
  startUs?: number;
  drivenS?: number;
  version?: 4 | 5;
  /** The login call of the candtu dialect; absent: canopy/1. */
  candtuLogin?: string;
  log: (text: string) => void;
}

export interface FleetCounts {
  online: number;
  framesAcknowledged: number;
  waitingBatches: number;
}

export interface Fleet {
  counts(): FleetCounts;
  stop(): Promise<void>;
}

interface Member {
  advance(nowUs: number): void;
  link: Uplink;
  counts(): FleetCounts;
}

const TICK_MS = 50;
const CANDTU_TYPE = "candtu";
/** A machine that slept, or is too slow, skips the missed time. */
const MAX_BEHIND_US = 5_000_000;
const SKIP_TO_US = 100_000;

/** Connects every device and lets it live by the clock of this machine. */
export function startFleet(settings: FleetSettings): Fleet {
  const members =
    settings.framesPerSecond === undefined ? vehicles(settings) : loads(settings, settings.framesPerSecond);
  const timer = setInterval(() => {
    for (const member of members) member.advance(Date.now() * 1000);
  }, TICK_MS);
  return {
    counts: () => total(members.map((member) => member.counts())),
    stop: async () => {
      clearInterval(timer);
      await Promise.all(members.map(({ link }) => link.close()));
    },
  };
}

function vehicles(settings: FleetSettings): Member[] {
  return settings.devices.map((device) => {
    const terminal = new Terminal({
      deviceId: device.id,
      kind: device.vehicle,
      seed: device.seed ?? device.id,
      startUs: settings.startUs ?? Date.now() * 1000,
      drivenUs: (settings.drivenS ?? 0) * 1e6,
      epoch: newEpoch(),
      ...(settings.cutEveryS === undefined ? {} : { cutEveryS: settings.cutEveryS }),
      ...(device.firmwareFault && { firmwareFault: device.firmwareFault }),
      ...(device.isParked && { isParked: true }),
      ...(device.ecuFault && { ecuFault: device.ecuFault }),
    });
    const link = connect(settings, device, terminal);
    terminal.attach(link);
    const counts = () => ({
      online: link.isOnline ? 1 : 0,
      framesAcknowledged: terminal.framesAcknowledged,
      waitingBatches: terminal.outbox.waiting,
    });
    const advance = (nowUs: number) => {
      if (nowUs - terminal.vehicle.timeUs > MAX_BEHIND_US) terminal.vehicle.skip(nowUs - SKIP_TO_US);
      terminal.advance(nowUs);
    };
    return { advance, link, counts };
  });
}

function loads(settings: FleetSettings, framesPerSecond: number): Member[] {
  const templates = new Map(VEHICLE_KINDS.map((kind) => [kind, loadTemplates(kind, framesPerSecond)]));
  return settings.devices.map((device) => {
    const terminal = new LoadTerminal({
      epoch: newEpoch(),
      startUs: Date.now() * 1000,
      framesPerSecond,
      templates: templates.get(device.vehicle) ?? [],
    });
    const link = connect(settings, device, terminal);
    terminal.attach(link);
    const counts = () => ({
      online: link.isOnline ? 1 : 0,
      framesAcknowledged: terminal.framesAcknowledged,
      waitingBatches: terminal.outbox.waiting,
    });
    return { advance: (nowUs: number) => terminal.advance(nowUs), link, counts };
  });
}

function connect(settings: FleetSettings, device: FleetDevice, events: LinkEvents): Uplink {
  const { url, version = 4, candtuLogin } = settings;
  const { id: deviceId, key } = device;
  const log = (text: string) => settings.log(`${deviceId}: ${text}`);
  const random = new Random(deviceId);
  if (candtuLogin === undefined) return new CanopyLink({ url, deviceId, key, version }, events, random, log);
  return new CandtuLink({ loginUrl: candtuLogin, type: CANDTU_TYPE, deviceId, key }, events, random, log);
}

/** docs/device-protocol.md 2.1: a start that cannot go on counting where it was chooses a new epoch. */
function newEpoch(): number {
  return randomInt(2 ** 32);
}

function total(counts: readonly FleetCounts[]): FleetCounts {
  return counts.reduce(
    (sum, one) => ({
      online: sum.online + one.online,
      framesAcknowledged: sum.framesAcknowledged + one.framesAcknowledged,
      waitingBatches: sum.waitingBatches + one.waitingBatches,
    }),
    { online: 0, framesAcknowledged: 0, waitingBatches: 0 },
  );
}
