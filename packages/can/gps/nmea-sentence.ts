import { hexDigit } from "../bytes/hex.ts";

/** NMEA 0183: `$` talker, type, fields, `*` and the exclusive or of all characters between. */
export interface NmeaSentence {
  /** GP, GN, …; empty for a proprietary sentence. */
  talker: string;
  /** RMC, GGA, …; of a proprietary sentence all behind the P. */
  type: string;
  fields: string[];
}

export type NmeaProblemCode = "notASentence" | "missingChecksum" | "badChecksum" | "tooLong";

/** `text` from the `$` on, without the line end. */
export function parseSentence(text: string): NmeaSentence | NmeaProblemCode {
  const star = text.indexOf("*");
  if (!text.startsWith("$") || !/^\$[A-Z0-9]{3,}/.test(text)) return "notASentence";
  if (star < 0) return "missingChecksum";
  let sum = 0;
  for (let i = 1; i < star; i++) sum ^= text.charCodeAt(i);
  const high = hexDigit(text.charCodeAt(star + 1));
  const low = hexDigit(text.charCodeAt(star + 2));
  if (high < 0 || low < 0 || ((high << 4) | low) !== sum) return "badChecksum";
  const [address = "", ...fields] = text.slice(1, star).split(",");
  if (address.startsWith("P")) return { talker: "", type: address.slice(1), fields };
  return { talker: address.slice(0, 2), type: address.slice(2), fields };
}
