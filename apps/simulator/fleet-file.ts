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
}

export interface FleetFile {
  url?: string;
  /** The login call of the candtu dialect: with it all devices speak candtu. */
  candtuLogin?: string;
  devices: FleetDevice[];
}

/** The problem of a file of devices, as a sentence for its author. */
export class FleetFileError extends Error {}

/** `{ "url"?: "mqtt://…", "candtuLogin"?: "https://…", "devices": [{ "id": "…", "key": "…", "vehicle"?: "ev", "firmwareFault"?: "hash", "isParked"?: true, "ecuFault"?: "key" }] }`; the list alone will do. */
export function readFleetFile(path: string): FleetFile {
  const json = parse(path);
  const list = Array.isArray(json) ? json : isRecord(json) ? json.devices : undefined;
  if (!Array.isArray(list)) throw new FleetFileError(`${path}: no list of devices`);
  const devices = list.map((entry: unknown, i) => deviceOf(path, entry, i));
  const { url, candtuLogin } = isRecord(json) ? json : {};
  return {
    devices,
    ...(typeof url === "string" ? { url } : {}),
    ...(typeof candtuLogin === "string" ? { candtuLogin } : {}),
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
