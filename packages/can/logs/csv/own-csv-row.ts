import type { FrameBatch } from "../../frame/batch.ts";
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
import { isFrameTime } from "../frame-output.ts";
import { HEX_VALUE, SPACE } from "../text.ts";
import { TextCursor } from "../text-cursor.ts";

const COMMA = 0x2c;
const POINT = 0x2e;
const ZERO = 0x30;
const LETTER_T = 0x54;
const LETTER_R = 0x52;
const LETTER_X = 0x78;
const FLAG_COLUMNS = [FLAG_EXTENDED, FLAG_REMOTE, FLAG_ERROR, FLAG_FD, FLAG_BRS, FLAG_ESI] as const;
const SECOND_US = 1_000_000;

/** A row of our own CSV as `CsvWriter` makes it, in one pass. */
export class OwnCsvRow extends TextCursor {
  private readonly data = new Uint8Array(64);
  // The row in hand. Fields, not arguments: a double passed to a function that is not inlined is allocated.
  private second = 0;
  private micros = 0;
  private id = 0;
  private flags = 0;

  /** False: it looks otherwise (quotes, more digits, bad cells) and is to be read cell by cell. */
  push(batch: FrameBatch, bytes: Uint8Array, from: number, to: number): boolean {
    this.at = from;
    if (!this.readTime(bytes, to)) return false;
    const channel = this.number(bytes, to);
    if (channel < 0 || channel > 255 || !this.readId(bytes, to) || !this.readFlags(bytes, to)) return false;
    const size = this.number(bytes, to);
    const isRemote = (this.flags & FLAG_REMOTE) !== 0;
    if (size < 0 || size > 64 || !this.readPayload(bytes, to, isRemote ? 0 : size)) return false;
    batch.push(this.second * SECOND_US + this.micros, channel, this.id, this.flags, size, this.data);
    return true;
  }

  /** Seconds of up to ten digits, a point, six digits, a comma. */
  private readTime(bytes: Uint8Array, to: number): boolean {
    this.second = this.digits(bytes, Math.min(to, this.at + 10));
    const point = this.at;
    if (this.second < 0 || point + 8 > to || bytes[point] !== POINT || bytes[point + 7] !== COMMA) return false;
    this.at = point + 1;
    this.micros = this.digits(bytes, point + 7);
    this.at += 1;
    return this.micros >= 0 && this.at === point + 8 && isFrameTime(this.second * SECOND_US + this.micros);
  }

  /** A cell of up to three digits with its comma; -1: it is none. */
  private number(bytes: Uint8Array, to: number): number {
    const value = this.digits(bytes, Math.min(to, this.at + 3));
    return this.at < to && bytes[this.at++] === COMMA ? value : -1;
  }

  private readId(bytes: Uint8Array, to: number): boolean {
    const from = this.at + 2;
    if (bytes[this.at] !== ZERO || bytes[this.at + 1] !== LETTER_X) return false;
    let id = 0;
    let i = from;
    for (; i < to && i < from + 8; i++) {
      const digit = HEX_VALUE[bytes[i] as number] as number;
      if (digit > 15) break;
      id = (id << 4) | digit;
    }
    this.id = id;
    this.at = i + 1;
    return i > from && id >= 0 && i < to && bytes[i] === COMMA;
  }

  /** Six cells of 0 or 1 and the direction. */
  private readFlags(bytes: Uint8Array, to: number): boolean {
    const at = this.at;
    if (at + 15 > to) return false;
    let flags = 0;
    for (let k = 0; k < FLAG_COLUMNS.length; k++) {
      const bit = (bytes[at + 2 * k] as number) - ZERO;
      if ((bit !== 0 && bit !== 1) || bytes[at + 2 * k + 1] !== COMMA) return false;
      if (bit === 1) flags |= FLAG_COLUMNS[k] as number;
    }
    const direction = bytes[at + 12];
    if ((direction !== LETTER_R && direction !== LETTER_T) || bytes[at + 13] !== LETTER_X) return false;
    this.flags = direction === LETTER_T ? flags | FLAG_TX : flags;
    this.at = at + 15;
    return (
      bytes[at + 14] === COMMA && this.id <= (flags & (FLAG_EXTENDED | FLAG_ERROR) ? MAX_EXTENDED_ID : MAX_STANDARD_ID)
    );
  }

  /** Pairs of digits with one blank between them, to the end of the line. */
  private readPayload(bytes: Uint8Array, to: number, count: number): boolean {
    const { data, at } = this;
    if (at + Math.max(0, 3 * count - 1) !== to) return false;
    let seen = 0;
    for (let k = 0, i = at; k < count; k++, i += 3) {
      const high = HEX_VALUE[bytes[i] as number] as number;
      const low = HEX_VALUE[bytes[i + 1] as number] as number;
      if (k > 0 && bytes[i - 1] !== SPACE) return false;
      seen |= high | low;
      data[k] = (high << 4) | low;
    }
    return seen <= 15;
  }
}
