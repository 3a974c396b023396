import { AddressMap } from "./address-map.ts";
import type { FirmwareFile, FirmwareProblem, FirmwareProblemCode } from "./image.ts";
import { numberOf, type RecordLine, recordLines, sumOf } from "./records.ts";

const DATA = 0;
const END_OF_FILE = 1;
const SEGMENT_ADDRESS = 2;
const START_SEGMENT = 3;
const LINEAR_ADDRESS = 4;
const START_LINEAR = 5;
/** Bytes of data by record type, other than data itself. */
const DATA_BYTES: Record<number, number> = {
  [END_OF_FILE]: 0,
  [SEGMENT_ADDRESS]: 2,
  [START_SEGMENT]: 4,
  [LINEAR_ADDRESS]: 2,
  [START_LINEAR]: 4,
};
const SEGMENT_BYTES = 0x10000;

/** Intel HEX. `wordBytes` is 2 for files whose addresses count 16-bit words. */
export function parseIntelHex(file: Uint8Array, wordBytes = 1): FirmwareFile {
  const parser = new IntelHexParser(wordBytes);
  for (const record of recordLines(file, 1)) parser.take(record);
  return parser.finish();
}

class IntelHexParser {
  private readonly wordBytes: number;
  private readonly map = new AddressMap();
  private readonly problems: FirmwareProblem[] = [];
  private base = 0;
  private isSegmented = false;
  private startAddress: number | undefined;
  private hasEnd = false;

  constructor(wordBytes: number) {
    this.wordBytes = wordBytes;
  }

  take(record: RecordLine): void {
    const { bytes, line } = record;
    const code = checkRecord(record) ?? (this.hasEnd ? "dataAfterEnd" : undefined);
    if (code !== undefined || bytes === undefined) this.error(code ?? "badRecord", line);
    else this.apply(bytes[3] as number, numberOf(bytes.subarray(1, 3)), bytes.subarray(4, -1), line);
  }

  private apply(type: number, offset: number, data: Uint8Array, line: number): void {
    const value = numberOf(data);
    switch (type) {
      case DATA:
        this.addData(offset, data, line);
        break;
      case END_OF_FILE:
        this.hasEnd = true;
        break;
      case SEGMENT_ADDRESS:
        this.base = value * 16;
        this.isSegmented = true;
        break;
      case LINEAR_ADDRESS:
        this.base = value * 0x10000;
        this.isSegmented = false;
        break;
      case START_SEGMENT:
        // CS and IP.
        this.startAddress = Math.floor(value / 0x10000) * 16 + (value % 0x10000);
        break;
      default:
        this.startAddress = value;
    }
  }

  /** Inside a segment the offset wraps at 64 KiB; linear addresses run on. */
  private addData(offset: number, data: Uint8Array, line: number): void {
    const room = this.isSegmented && this.wordBytes === 1 ? SEGMENT_BYTES - offset : data.length;
    this.map.add((this.base + offset) * this.wordBytes, data.subarray(0, room), line);
    if (room < data.length) this.map.add(this.base, data.subarray(room), line);
  }

  finish(): FirmwareFile {
    if (!this.hasEnd) this.error("missingEnd", 0);
    const segments = this.map.join((line) => this.error("overlap", line));
    if (segments.length === 0 && this.problems.length === 0) this.error("empty", 0);
    const { startAddress, problems } = this;
    return { image: { format: "ihex", segments, startAddress, header: undefined }, problems };
  }

  private error(code: FirmwareProblemCode, line: number): void {
    this.problems.push({ code, severity: "error", line });
  }
}

export const isHexRecord = (record: RecordLine): boolean => checkRecord(record) === undefined;

function checkRecord({ prefix, bytes }: RecordLine): FirmwareProblemCode | undefined {
  if (bytes === undefined || prefix !== ":" || bytes.length < 5) return "badRecord";
  const dataBytes = bytes.length - 5;
  if (bytes[0] !== dataBytes) return "badLength";
  if (sumOf(bytes) !== 0) return "badChecksum";
  const type = bytes[3] as number;
  if (type > START_LINEAR) return "unknownType";
  return type === DATA || dataBytes === DATA_BYTES[type] ? undefined : "badLength";
}
