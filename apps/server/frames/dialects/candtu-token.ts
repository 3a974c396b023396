import { z } from "zod";
import { seal, unseal } from "../../platform/seal.ts";

const TOKEN_LIFE_MS = 10 * 60_000;
const PURPOSE = "candtu token";

const content = z.object({ deviceId: z.string(), type: z.string(), key: z.string(), atMs: z.number() });
type CandtuToken = z.output<typeof content>;

/**
 * The password of an MQTT connection is short-lived, but its licence key is checked again on use: the token carries the
 * key itself, sealed, so that a changed key ends it, and no process has to remember tokens.
 */
export function sealCandtuToken(secret: string, token: CandtuToken): string {
  return seal(secret, PURPOSE, token).toString("base64url");
}

/** Undefined for a token that is not ours, was altered or is too old. */
export function openCandtuToken(secret: string, text: string, nowMs: number): CandtuToken | undefined {
  const { data } = content.safeParse(unseal(secret, PURPOSE, Buffer.from(text, "base64url")));
  const ageMs = data === undefined ? Number.NaN : nowMs - data.atMs;
  return Math.abs(ageMs) <= TOKEN_LIFE_MS ? data : undefined;
}
