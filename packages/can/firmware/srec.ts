import { AddressMap } from "./address-map.ts";
import type { FirmwareFile, FirmwareProblem, FirmwareProblemCode } from "./image.ts";
import { numberOf, type RecordLine, recordLines, sumOf } from "./records.ts";

/** Bytes of address by record type: header, data, counts, starts. */
const ADDRESS_BYTES: Record<string, number> = { S0: 2, S1: 2, S2: 3, S3: 4, S5: 2, S6: 3, S7: 4, S8: 3, S9: 2 };

/** Motorola S-records. `wordBytes` is 2 for files whose addresses count 16-bit words. */
export function parseSrec(file: Uint8Array, wordBytes = 1): FirmwareFile {
  const parser = new SrecParser(wordBytes);
  for (const record of recordLines(file, 2)) parser.take(record);
  return parser.finish();
}

class SrecParser {
  private readonly wordBytes: number;
  private readonly map = new AddressMap();
  private readonly problems: FirmwareProblem[] = [];
  private header: string | undefined;
  private startAddress: number | undefined;
  private records = 0;
  private hasEnd = false;

  constructor(wordBytes: number) {
    this.wordBytes = wordBytes;
  }

  take(record: RecordLine): void {
    const code = checkRecord(record);
    if (code !== undefined || record.bytes === undefined) {
      this.error(code ?? "badRecord", record.line);
      return;
    }
    const type = record.prefix.toUpperCase();
    const dataAt = 1 + (ADDRESS_BYTES[type] as number);
    this.apply(type, numberOf(record.bytes.subarray(1, dataAt)), record.bytes.subarray(dataAt, -1), record.line);
  }

  private apply(type: string, address: number, data: Uint8Array, line: number): void {
    switch (type) {
      case "S0":
        this.header = String.fromCharCode(...data);
        break;
      case "S1":
      case "S2":
      case "S3":
        // Records may stand in any order, but the end belongs at the end.
        if (this.hasEnd) this.problems.push({ code: "dataAfterEnd", severity: "warning", line });
        this.records++;
        this.map.add(address * this.wordBytes, data, line);
        break;
      case "S5":
      case "S6":
        if (address !== this.records) this.error("recordCount", line);
        break;
      default:
        this.hasEnd = true;
        this.startAddress = address;
    }
  }

  finish(): FirmwareFile {
    if (!this.hasEnd) this.problems.push({ code: "missingEnd", severity: "warning", line: 0 });
    const segments = this.map.join((line) => this.error("overlap", line));
    if (segments.length === 0 && this.problems.every((problem) => problem.severity !== "error")) this.error("empty", 0);
    const { header, startAddress, problems } = this;
    return { image: { format: "srec", segments, startAddress, header }, problems };
  }

  private error(code: FirmwareProblemCode, line: number): void {
    this.problems.push({ code, severity: "error", line });
  }
}

export const isSRecord = (record: RecordLine): boolean => checkRecord(record) === undefined;

function checkRecord({ prefix, bytes }: RecordLine): FirmwareProblemCode | undefined {
  const type = prefix.toUpperCase();
  if (bytes === undefined || type.charAt(0) !== "S") return "badRecord";
  const addressBytes = ADDRESS_BYTES[type];
  if (addressBytes === undefined) return "unknownType";
  // The count covers address, data and sum.
  if (bytes[0] !== bytes.length - 1 || bytes.length < addressBytes + 2) return "badLength";
  return sumOf(bytes) === 0xff ? undefined : "badChecksum";
}
