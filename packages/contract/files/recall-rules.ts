import { LARGE_FILE_FIRMWARE, OLD_FIRMWARE_BYTES } from "./recalls.ts";

/** FIL-02: whether this firmware cannot send so large a file. An unknown version is not refused. */
export function isTooLargeFor(firmware: string | null, size: number): boolean {
  return size > OLD_FIRMWARE_BYTES && firmware !== null && isBelow(firmware, LARGE_FILE_FIRMWARE);
}

/** Compares versions such as 4.9.10 and v4.17.00 by their numbers; one without numbers is below none. */
function isBelow(version: string, limit: string): boolean {
  const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number);
  const [own, other] = [numbers(version), numbers(limit)];
  if (own.length === 0) return false;
  for (let i = 0; i < Math.max(own.length, other.length); i++) {
    const difference = (own[i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
