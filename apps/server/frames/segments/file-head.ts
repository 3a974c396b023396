import { FORMAT_VERSION } from "./footer.ts";

/* The first 8 bytes of a file: six letters that name the format, and its version (u16, little-endian). */

export const FILE_HEAD_BYTES = 8;
const KEPT_VERSION = 2;

export const SEGMENT_FILE_HEAD = headOf("CANSEG", FORMAT_VERSION);
export const KEPT_FILE_HEAD = headOf("CANKEP", KEPT_VERSION);

function headOf(letters: string, version: number): Uint8Array {
  const head = new Uint8Array(FILE_HEAD_BYTES);
  head.set(Buffer.from(letters, "latin1"));
  new DataView(head.buffer).setUint16(6, version, true);
  return head;
}
