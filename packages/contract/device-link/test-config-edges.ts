// For tests only: every range of DEV-05.
import { type DeviceConfig, deviceConfig } from "./config.ts";
import type { ConfigPath } from "./config-diff.ts";

export const range = { channel: 0, extended: false, from_id: 0x100, to_id: 0x1ff };
export const condition = { kind: "id", operator: "eq", ids: range } as const;

/** Has an entry in every list and every optional part. */
export const FULL_CONFIG: DeviceConfig = deviceConfig.parse({
  can: [
    {
      channel: 0,
      enabled: true,
      baud_rate: 500_000,
      data_baud_rate: 2_000_000,
      mode: "normal",
      timing: { clock_hz: 80_000_000, brp: 2, tseg1: 63, tseg2: 16, sjw: 16 },
      data_timing: { clock_hz: 80_000_000, brp: 2, tseg1: 14, tseg2: 5, sjw: 4 },
      filters: [{ extended: false, mask: 0x700, acceptance: 0x100 }],
    },
  ],
  lin: [{ channel: 32, enabled: true, baud_rate: 19_200, data_length: 8 }],
  digital_inputs: [{ channel: 48, enabled: true, interval_ms: 100 }],
  digital_outputs: [{ on: ["area"], area: { latitude: 22.5, longitude: 113.9, radius_m: 500 } }],
  record: {
    mode: "continuous",
    file_size_mb: 64,
    record_time_s: 3600,
    start: condition,
    stop: condition,
    pre_trigger: { frames: 1000, after_ms: 1000, conditions: [condition] },
    timed: { period_ms: 1000, custom_data: "00ff", filters: [range] },
  },
  quotas: [{ source: 0, percent: 60 }],
  gps: { enabled: true, period_s: 1 },
  upload: { filters: [{ ...range, period_ms: 100 }], cache: 100 },
  links: [{ enabled: true, host: "10.0.0.1", remote_port: 8000, timeout_ms: 5000 }],
  sms: [{ number: "13800000000", on: ["bus_error"] }],
});

export function withSetting(path: ConfigPath, value: unknown): unknown {
  const copy: unknown = structuredClone(FULL_CONFIG);
  let at = copy;
  for (const key of path.slice(0, -1)) at = Reflect.get(at as object, key);
  Reflect.set(at as object, path.at(-1) ?? "", value);
  return copy;
}

/** DEV-05 to the letter, apart from the constants that the schema reads. */
export const CONFIG_EDGES: [string, ConfigPath, number, number][] = [
  ["radius", ["digital_outputs", 0, "area", "radius_m"], 50, 10_000],
  ["latitude", ["digital_outputs", 0, "area", "latitude"], -90, 90],
  ["longitude", ["digital_outputs", 0, "area", "longitude"], -180, 180],
  ["timer period", ["record", "timed", "period_ms"], 10, 86_400_000],
  ["time after a trigger", ["record", "pre_trigger", "after_ms"], 10, 86_400_000],
  ["record time", ["record", "record_time_s"], 1, 8_640_000],
  ["pre-trigger frames", ["record", "pre_trigger", "frames"], 10, 100_000],
  ["record file size", ["record", "file_size_mb"], 1, 512],
  ["storage allocation", ["quotas", 0, "percent"], 0, 100],
  ["timeout", ["links", 0, "timeout_ms"], 500, 60_000],
  ["resumable cache", ["upload", "cache"], 1, 100],
  ["remote port", ["links", 0, "remote_port"], 1, 65_535],
  ["local port", ["links", 0, "local_port"], 0, 65_535],
  ["GPS record period", ["gps", "period_s"], 1, 1800],
  ["LIN rate", ["lin", 0, "baud_rate"], 1000, 20_000],
  ["LIN length", ["lin", 0, "data_length"], 1, 8],
];
