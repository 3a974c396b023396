import type { LimitOf } from "../capacity/limits.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** A change that other domains act on: an open connection, a cache, a live stream. */
export interface DeviceChange {
  kind: "deleted" | "keyRotated" | "changed" | "tenantClosed";
  tenantId: string;
  thingsId: string;
  deviceId: string;
  bindingNumber: number;
}

/** Dependencies of this domain's use cases; `app.ts` hands them over. */
export interface DeviceServices {
  db: Db;
  limitOf: LimitOf;
  /** Vehicles for people without one; absent where this process takes no terminals, or over TLS alone. */
  vehicles?: DeviceVehicles | undefined;
  /** The name by which terminals reach the gateway; absent: that of the pages. */
  mqttHost?: string | undefined;
  /** Where terminals connect. */
  mqtt: MqttAddress;
  /** Called after the change is in the database. */
  deviceChanged(change: DeviceChange): void;
  /** Called in the transaction of the swap. */
  terminalSwapped(db: Db, swap: TerminalSwap): Promise<void>;
}

/** DEV-14 */
export interface TerminalSwap {
  readonly tenantId: string;
  readonly thingsId: string;
  /** The device that has the history of the old terminal. */
  readonly formerId: string;
  readonly atMs: number;
}

export interface MqttAddress {
  host: string;
  /** Absent: over TLS alone. */
  port: number | undefined;
  sslport: number;
}

export interface DeviceVehicles {
  /** Whether one more may be driven. */
  maySimulate(): boolean;
  /** Drives a vehicle that is registered with this key. */
  simulate(vehicle: { thingsId: string; deviceId: string; key: string }): void;
}
