import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";
import { parseJson } from "./parse-json.ts";

const TOKEN_LIFE_MS = 10 * 60_000;
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const content = z.object({ deviceId: z.string(), type: z.string(), key: z.string(), atMs: z.number() });
type CandtuToken = z.output<typeof content>;

/**
 * The password of an MQTT connection is short-lived, but its licence key is checked again on use: the token carries the
 * key itself, sealed, so that a changed key ends it, and no process has to remember tokens.
 */
export function sealCandtuToken(secret: string, token: CandtuToken): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(secret), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(token)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Undefined for a token that is not ours, was altered or is too old. */
export function openCandtuToken(secret: string, text: string, nowMs: number): CandtuToken | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  const { data } = content.safeParse(unseal(secret, bytes));
  const ageMs = data === undefined ? Number.NaN : nowMs - data.atMs;
  return Math.abs(ageMs) <= TOKEN_LIFE_MS ? data : undefined;
}

function unseal(secret: string, bytes: Buffer): unknown {
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, sealingKey(secret), nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return parseJson(Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]));
  } catch {
    return undefined;
  }
}

function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "candtu token", 32));
}
