import { createHmac, timingSafeEqual } from "node:crypto";

/** Long enough for a terminal on a bad line, which goes on with Range. */
export const LINK_MS = 7 * 86_400_000;

export interface LinkedImage {
  readonly tenantId: string;
  readonly imageId: string;
}

/** An address that opens one image until it expires; nothing is stored for it. */
export function newFirmwareLink(secret: string, { tenantId, imageId }: LinkedImage, nowMs: number): string {
  const text = `${tenantId}.${imageId}.${(nowMs + LINK_MS).toString(36)}`;
  return `${text}.${proofOf(secret, text)}`;
}

/** Undefined: forged or expired. */
export function readFirmwareLink(secret: string, ticket: string, nowMs: number): LinkedImage | undefined {
  const [tenantId = "", imageId = "", expires = "", proof = ""] = ticket.split(".");
  const wanted = Buffer.from(proofOf(secret, `${tenantId}.${imageId}.${expires}`));
  const given = Buffer.from(proof);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return Number.parseInt(expires, 36) > nowMs ? { tenantId, imageId } : undefined;
}

function proofOf(secret: string, text: string): string {
  return createHmac("sha256", secret).update(`firmware link\n${text}`).digest("base64url");
}
