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
  /** Called after the change is in the database. */
  deviceChanged(change: DeviceChange): void;
}
