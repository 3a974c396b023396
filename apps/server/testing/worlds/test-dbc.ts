import { randomUUID } from "node:crypto";

/** A DBC of one message with one signal; no two are alike, so each makes a revision. */
export function smallDbc(): string {
  return `VERSION "${randomUUID()}"\n\nBU_: ECU\n\nBO_ 256 Engine: 8 ECU\n SG_ Speed : 0|16@1+ (0.25,0) [0|8000] "rpm" ECU\n`;
}
