import type { Chassis, SignalTable } from "../world/chassis.ts";
import type { Faults } from "../world/faults.ts";

/** A control unit that answers diagnosis, by the identifiers of its requests and answers. */
export interface EcuPlan {
  name: string;
  requestId: number;
  responseId: number;
  functionalId: number;
  partNumber: string;
  softwareVersion: string;
}

/** A control unit with the 11-bit identifiers of ISO 15765-4: an answer's is its request's plus 8. */
export function obdEcu(name: string, requestId: number, partNumber: string, softwareVersion: string): EcuPlan {
  return { name, requestId, responseId: requestId + 8, functionalId: 0x7df, partNumber, softwareVersion };
}

/** One vehicle: its motion, its faults, and the values of its DBC's signals. */
export interface Vehicle {
  readonly dbcFile: string;
  readonly vin: string;
  readonly chassis: Chassis;
  readonly faults: Faults;
  readonly ecus: readonly EcuPlan[];
  readonly signals: SignalTable;
  step(dtS: number, timeUs: number): void;
}

export const VEHICLE_KINDS = ["ev", "truck", "fd-car"] as const;
export type VehicleKind = (typeof VEHICLE_KINDS)[number];
