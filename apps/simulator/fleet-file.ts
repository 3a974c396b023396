import { readFileSync } from "node:fs";
import { ECU_FAULTS, type EcuFault } from "./bus/ecu.ts";
import { FIRMWARE_FAULTS, type FirmwareFault } from "./terminal/firmware.ts";
import { VEHICLE_KINDS, type VehicleKind } from "./vehicles/vehicle.ts";

export interface FleetDevice {
  id: string;
  /** The licence key. */
  key: string;
  vehicle: VehicleKind;
  firmwareFault?: FirmwareFault;
  /** It never drives. */
  isParked?: boolean;
  ecuFault?: EcuFault;
  /** Of its drive; absent: its id. */
  seed?: string;
  /** From and until which second of the drive before the start its terminal had no power. */
  unpoweredS?: readonly [number, number];
}

export interface FleetFile {
  url?: string;
  /** The login call of the candtu dialect: with it all devices speak candtu. */
  candtuLogin?: string;
  /** When it begins to live; absent: now. */
  startUs?: number;
  /** How long all were driven before. */
  drivenS?: number;
  devices: FleetDevice[];
}

/** The problem of a file of devices, as a sentence for its author. */
export class FleetFileError extends Error {}

/** `{ "url"?: "mqtt://…", "candtuLogin"?: "https://…", "devices": [{ "id": "…", "key": "…", "vehicle"?: "ev", "firmwareFault"?: "hash", "isParked"?: true, "ecuFault"?: "key", "seed"?: "…", "unpoweredS"?: [0, 9] }], "startUs"?: 1, "drivenS"?: 3600 }`; the list alone will do. */
export function readFleetFile(path: string): FleetFile {
  const json = parse(path);
  const list = Array.isArray(json) ? json : isRecord(json) ? json.devices : undefined;
  if (!Array.isArray(list)) throw new FleetFileError(`${path}: no list of devices`);
  const devices = list.map((entry: unknown, i) => deviceOf(path, entry, i));
  const { url, candtuLogin, startUs, drivenS } = isRecord(json) ? json : {};
  return {
    devices,
    ...(typeof url === "string" ? { url } : {}),
    ...(typeof candtuLogin === "string" ? { candtuLogin } : {}),
    ...(typeof startUs === "number" ? { startUs } : {}),
    ...(typeof drivenS === "number" ? { drivenS } : {}),
  };
}

function deviceOf(path: string, entry: unknown, i: number): FleetDevice {
  if (!isRecord(entry) || typeof entry.id !== "string" || typeof entry.key !== "string") {
    throw new FleetFileError(`${path}: device ${i + 1} needs an id and a key`);
  }
  const named = VEHICLE_KINDS.find((kind) => kind === entry.vehicle);
  const ecuFault = ECU_FAULTS.find((known) => known === entry.ecuFault);
  const fault = FIRMWARE_FAULTS.find((known) => known === entry.firmwareFault);
  return {
    id: entry.id,
    key: entry.key,
    vehicle: named ?? vehicleFor(i),
    ...(fault && { firmwareFault: fault }),
    ...(entry.isParked === true && { isParked: true }),
    ...(ecuFault && { ecuFault }),
    ...(typeof entry.seed === "string" && { seed: entry.seed }),
    ...(Array.isArray(entry.unpoweredS) && { unpoweredS: [Number(entry.unpoweredS[0]), Number(entry.unpoweredS[1])] }),
  };
}

/** Vehicles in turn, so that three devices show all three. */
function vehicleFor(i: number): VehicleKind {
  return VEHICLE_KINDS[i % VEHICLE_KINDS.length] ?? "ev";
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw new FleetFileError(`${path}: not JSON`);
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
