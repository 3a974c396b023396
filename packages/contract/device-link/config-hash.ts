import { crc32 } from "@canopy/can/bytes/crc32";
import type { DeviceConfig } from "./config.ts";

/**
 * The hash by which a terminal proves which configuration is in force: CRC-32 of its canonical JSON (defaults filled in,
 * keys in order of their characters, no spaces), as eight hexadecimal digits.
 */
export function configHash(config: DeviceConfig): string {
  const bytes = new TextEncoder().encode(canonicalJson(config));
  return crc32(bytes).toString(16).padStart(8, "0");
}

/** As four and four, for people: `a41f 09c2`. */
export function hashText(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4)}`;
}

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`;
}
