import * as blf from "./blf-format.ts";

export interface BlfHeader {
  fileSize: number;
  unpackedSize: number;
  objects: number;
  startMs: number;
  stopMs: number;
}

/** The file header: totals, and start and stop as SYSTEMTIME. */
export function blfFileHeader(header: BlfHeader): Uint8Array {
  const bytes = new Uint8Array(blf.FILE_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, blf.FILE_SIGNATURE, true);
  view.setUint32(4, blf.FILE_HEADER_BYTES, true);
  // Application 5 is "unknown"; the four bytes behind are the version of the format's own library (2.6.8.1).
  bytes.set([5, 0, 0, 0, 2, 6, 8, 1], 8);
  setUint64(view, 16, header.fileSize);
  setUint64(view, 24, header.unpackedSize);
  view.setUint32(32, header.objects, true);
  setSystemTime(view, 40, header.startMs);
  setSystemTime(view, 56, header.stopMs);
  return bytes;
}

function setUint64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 0x100000000, true);
  view.setUint32(at + 4, Math.floor(value / 0x100000000), true);
}

function setSystemTime(view: DataView, at: number, timeMs: number): void {
  const date = new Date(timeMs);
  const fields = [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDay(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    date.getUTCMilliseconds(),
  ];
  fields.forEach((field, i) => {
    view.setUint16(at + 2 * i, field, true);
  });
}
