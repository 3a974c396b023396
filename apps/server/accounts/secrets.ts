import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";

/** Design §8: 256 bits, of which the server keeps only a hash. */
export function newToken(prefix = ""): string {
  return prefix + randomBytes(32).toString("base64url");
}

/** A token is random enough that a plain hash cannot be turned back. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export function newDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, "0");
}

/** Six digits are few: hashed with the server's secret, so that the table alone does not give them away. */
export function hashCode(secret: string, destination: string, code: string): Buffer {
  return createHmac("sha256", secret).update(`${destination}\n${code}`).digest();
}
