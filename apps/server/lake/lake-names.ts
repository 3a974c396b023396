import type { LakeMessage } from "../frames/lake/signals-file.ts";

/** A device as the lake names it. */
export interface LakeDevice {
  readonly bindingNumber: number;
  readonly tenantId: string;
  /** As it stands on the terminal. */
  readonly deviceId: string;
}

const DAY_MS = 86_400_000;

/** Days since 1970 as 2026-01-05. */
export const dayName = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Undefined: no day of the calendar. */
export function dayOfName(name: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(name) ? Date.parse(`${name}T00:00:00Z`) : Number.NaN;
  // 2026-02-31 would become a day of March.
  return Number.isNaN(ms) || dayName(ms / DAY_MS) !== name ? undefined : ms / DAY_MS;
}

/** As hive escapes values of partitions; DuckDB, Spark and pyarrow read them back. */
const escaped = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const deviceFolder = ({ tenantId, deviceId }: LakeDevice) => `tenant=${escaped(tenantId)}/device=${escaped(deviceId)}`;

/** The number keeps a device apart from one of before with the same ID. */
export const framesName = (device: LakeDevice, day: number): string =>
  `frames/${deviceFolder(device)}/day=${dayName(day)}/frames-${device.bindingNumber}.parquet`;

export interface DbcRevision {
  readonly dbcId: string;
  readonly revision: number;
}

export function signalsName(device: LakeDevice, day: number, message: LakeMessage, dbc: DbcRevision): string {
  const folder = `signals/${deviceFolder(device)}/message=${escaped(message.message.name)}/day=${dayName(day)}`;
  const id = message.message.id.toString(16);
  const of = `${message.channel}-${id}-${dbc.dbcId.slice(0, 8)}-${dbc.revision}`;
  return `${folder}/signals-${device.bindingNumber}-${of}.parquet`;
}
