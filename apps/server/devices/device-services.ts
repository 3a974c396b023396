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
  /** Where terminals connect, and vehicles for people without one; absent where this process takes no terminals. */
  connections?: DeviceConnections | undefined;
  /** The name by which terminals reach the gateway; absent: that of the pages. */
  mqttHost?: string | undefined;
  /** Called after the change is in the database. */
  deviceChanged(change: DeviceChange): void;
}

export interface DeviceConnections {
  mqttPort: number;
  mqttsPort: number | undefined;
  /** Whether one more may be driven. */
  maySimulate(): boolean;
  /** Drives a vehicle that is registered with this key. */
  simulate(vehicle: { thingsId: string; deviceId: string; key: string }): void;
}
