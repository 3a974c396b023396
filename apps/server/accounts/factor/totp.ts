import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** RFC 6238 with the values that every authenticator app takes: SHA-1, six digits, thirty seconds. */
const STEP_S = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Steps before and after the present one that are taken: clocks of phones differ. */
const DRIFT_STEPS = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, without padding, as apps show and take it. */
export function base32(bytes: Uint8Array): string {
  let text = "";
  let [bits, held] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text;
}

export function bytesOfBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const letter of text) {
    held = (held << 5) | ALPHABET.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** RFC 4226: the code of one counter. */
export function hotp(secret: Uint8Array, counter: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The step whose code this is; undefined: none near now, or one that was used before (`usedStep`). */
export function stepOfCode(secret: string, code: string, nowMs: number, usedStep: number): number | undefined {
  const now = Math.floor(nowMs / 1000 / STEP_S);
  const bytes = bytesOfBase32(secret);
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step++) {
    const isRight = code.length === DIGITS && timingSafeEqual(Buffer.from(hotp(bytes, step)), Buffer.from(code));
    if (isRight && step > usedStep) return step;
  }
  return undefined;
}

/** What the picture holds: the key URI that authenticator apps read. */
export function keyUri(secret: string, account: string, issuer = "Canopy"): string {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${name}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
