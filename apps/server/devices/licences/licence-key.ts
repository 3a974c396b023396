import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { base32 } from "./base32.ts";

/** 160 random bits: 32 characters that can be read out, and no guess or dictionary reaches. */
const KEY_BYTES = 20;

export function newLicenceKey(): { key: string; hash: Buffer } {
  const key = base32(randomBytes(KEY_BYTES));
  return { key, hash: hashLicenceKey(key) };
}

/** A key is random enough that a plain hash cannot be turned back; a slow one would slow every reconnect. */
export function hashLicenceKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** With no hash to compare, one is compared all the same: an unknown device takes as long as a wrong key. */
const NOBODY = randomBytes(32);

export function licenceKeyFits(key: string, hash: Buffer | undefined): boolean {
  const fits = timingSafeEqual(hashLicenceKey(key), hash ?? NOBODY);
  return fits && hash !== undefined;
}
