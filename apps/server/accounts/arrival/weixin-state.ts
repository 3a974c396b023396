import { seal, unseal } from "../../platform/seal.ts";

const PURPOSE = "weixin state";
const LIFETIME_MS = 600_000;

/** Says that this installation sent the person to weixin, and when. Weixin takes each code once. */
export function newWeixinState(secret: string, nowMs: number): string {
  return seal(secret, PURPOSE, nowMs).toString("base64url");
}

export function isWeixinState(secret: string, state: string, nowMs: number): boolean {
  const at = unseal(secret, PURPOSE, Buffer.from(state, "base64url"));
  return typeof at === "number" && at <= nowMs && nowMs - at < LIFETIME_MS;
}
