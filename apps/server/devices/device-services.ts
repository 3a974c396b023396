import type { LimitOf } from "../capacity/limits.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** What others may have to act on: an open connection, a cache, a live stream. */
export interface DeviceChange {
  kind: "deleted" | "keyRotated" | "changed";
  tenantId: string;
  thingsId: string;
  deviceId: string;
  bindingNumber: number;
}

/** What the use cases of this domain need; `app.ts` hands it over. */
export interface DeviceServices {
  db: Db;
  limitOf: LimitOf;
  /** Where terminals connect, and vehicles for people without one; absent where this process takes no terminals. */
  connections?: DeviceConnections | undefined;
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
