import { createHash, createHmac } from "node:crypto";
import { base32 } from "./base32.ts";

/** Twenty Base32 characters are 100 bits of the signature. */
const CHARACTERS = 20;
const GROUP = 5;

/** DEV-03: the licence of one device of one type. The same three always give the same text; the secret is not kept. */
export function licenceText(secret: string, infoModelId: string, deviceId: string): string {
  // Both have a fixed length, so that no two pairs are the same text once joined.
  const signature = createHmac("sha256", secret).update(`${infoModelId.toLowerCase()}${deviceId}`).digest();
  const text = base32(signature).slice(0, CHARACTERS);
  return (text.match(new RegExp(`.{${GROUP}}`, "g")) ?? []).join("-");
}

/** As people type it: case, spaces and hyphens do not matter. */
export function hashLicence(licence: string): Buffer {
  return createHash("sha256").update(licence.toUpperCase().replace(/[\s-]/g, "")).digest();
}
