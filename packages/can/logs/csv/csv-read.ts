import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  MAX_EXTENDED_ID,
  MAX_STANDARD_ID,
} from "../../frame/frame.ts";
import { decodeBase64 } from "../base64.ts";
import { isFrameTime } from "../frame-output.ts";
import { LineReader } from "../line-reader.ts";
import { HEX_VALUE, parseScaled, parseUnsigned, SPACE, textOf } from "../text.ts";
import { Tokens } from "../tokens.ts";
import { type CsvColumns, csvColumns, rowColumns } from "./csv-columns.ts";
import { OwnCsvRow } from "./own-csv-row.ts";

const QUOTE = 0x22;

/** The first cells tell the kind. */
const HEAD_BYTES = 1000;

/** CSV of ours, of python-can and of GVRET, told apart by the header line, or by a row where there is none. */
export class CsvReader extends LineReader {
  private readonly cells = new Tokens();
  private readonly data = new Uint8Array(64);
  private readonly ownRow = new OwnCsvRow();
  private columns: CsvColumns | undefined;
  private isRefused = false;

  protected override readLine(bytes: Uint8Array, from: number, to: number): void {
    if (this.columns === undefined) {
      const line = textOf(bytes, from, Math.min(to, from + HEAD_BYTES));
      this.columns = csvColumns(line);
      if (this.columns !== undefined) return;
      this.columns = rowColumns(line);
      if (this.columns === undefined) {
        this.refuse();
        return;
      }
    }
    if (!this.readRow(this.columns, bytes, from, to)) this.bad(from);
  }

  /** Told once; a row further down may still be one that is known. */
  private refuse(): void {
    if (!this.isRefused) this.out.problem("badHeader", 0, this.line);
    this.isRefused = true;
  }

  private readRow(columns: CsvColumns, bytes: Uint8Array, from: number, to: number): boolean {
    if (columns.isOwn && this.ownRow.push(this.out.batch, bytes, from, to)) return true;
    const cells = this.cells;
    if (cells.splitBy(columns.separator, bytes, from, to) <= columns.size) return false;
    unquote(cells);
    // GVRET counts microseconds, the others seconds.
    const decimals = columns.kind === "gvret" ? 0 : 6;
    const timeUs = parseScaled(bytes, cells.from[columns.time] as number, cells.to[columns.time] as number, decimals);
    const id = this.id(columns.id);
    const flags = this.flags(columns, id);
    const maxId = flags & (FLAG_EXTENDED | FLAG_ERROR) ? MAX_EXTENDED_ID : MAX_STANDARD_ID;
    if (!isFrameTime(timeUs) || id < 0 || id > maxId) return false;
    const channel = columns.channel < 0 ? 0 : this.number(columns.channel, 10);
    const size = this.number(columns.size, 10);
    if (channel < 0 || channel > 255 || size < 0 || size > 64) return false;
    const count = flags & FLAG_REMOTE ? 0 : size;
    if (!this.readData(columns, count)) return false;
    this.out.batch.push(timeUs, channel, id, flags, size, this.data);
    return true;
  }

  private number(cell: number, base: number): number {
    return parseUnsigned(this.cells.bytes, this.cells.from[cell] as number, this.cells.to[cell] as number, base);
  }

  /** With or without `0x`. */
  private id(cell: number): number {
    const { bytes, from, to } = this.cells;
    const at = from[cell] as number;
    const hasPrefix = bytes[at] === 0x30 && ((bytes[at + 1] as number) | 0x20) === 0x78;
    return parseUnsigned(bytes, hasPrefix ? at + 2 : at, to[cell] as number, 16);
  }

  private flags(columns: CsvColumns, id: number): number {
    // Some loggers of GVRET leave out the mark of an extended identifier, and it has none for FD.
    const isGvret = columns.kind === "gvret";
    const isExtended = this.isSet(columns.extended) || (isGvret && id > MAX_STANDARD_ID);
    // python-can's CSV has no FD flag: a payload of more than 8 bytes stays as it is, without one.
    return (
      (isExtended ? FLAG_EXTENDED : 0) |
      (isGvret && this.number(columns.size, 10) > 8 ? FLAG_FD : 0) |
      (this.isSet(columns.remote) ? FLAG_REMOTE : 0) |
      (this.isSet(columns.error) ? FLAG_ERROR : 0) |
      (this.isSet(columns.fd) ? FLAG_FD : 0) |
      (this.isSet(columns.brs) ? FLAG_BRS : 0) |
      (this.isSet(columns.esi) ? FLAG_ESI : 0) |
      (columns.direction >= 0 && this.cells.first(columns.direction) === 0x54 ? FLAG_TX : 0)
    );
  }

  /** `1` or `true`. */
  private isSet(cell: number): boolean {
    const first = cell < 0 ? 0 : this.cells.first(cell);
    return first === 0x31 || (first | 0x20) === 0x74;
  }

  private readData(columns: CsvColumns, count: number): boolean {
    const { bytes, from, to } = this.cells;
    const at = columns.data;
    if (columns.kind === "gvret") return this.readCells(at, count);
    if (count === 0) return true;
    if (at >= this.cells.count) return false;
    if (columns.kind === "python-can") {
      return decodeBase64(bytes, from[at] as number, to[at] as number, this.data) >= count;
    }
    return this.readHex(from[at] as number, to[at] as number) === count;
  }

  private readCells(at: number, count: number): boolean {
    if (this.cells.count < at + count) return false;
    for (let k = 0; k < count; k++) {
      const value = this.number(at + k, 16);
      if (value < 0 || value > 255) return false;
      this.data[k] = value;
    }
    return true;
  }

  private readHex(from: number, to: number): number {
    const bytes = this.cells.bytes;
    let size = 0;
    for (let i = from; i < to; i += 2) {
      if (bytes[i] === SPACE) i++;
      const high = HEX_VALUE[bytes[i] as number] as number;
      const low = HEX_VALUE[bytes[i + 1] as number] as number;
      if ((high | low) > 15 || i + 1 >= to || size === 64) return -1;
      this.data[size++] = (high << 4) | low;
    }
    return size;
  }
}

/** RFC 4180 quotes around a cell; none of our cells can hold a comma or a quote. */
function unquote(cells: Tokens): void {
  for (let i = 0; i < cells.count; i++) {
    if (cells.first(i) !== QUOTE || cells.length(i) < 2) continue;
    cells.from[i] = (cells.from[i] as number) + 1;
    cells.to[i] = (cells.to[i] as number) - 1;
  }
}
