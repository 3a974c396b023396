import { FLAG_EXTENDED, FLAG_TX } from "../../frame/frame.ts";
import { HEX_VALUE, readHexBytes, SPACE } from "../text.ts";
import { TextCursor } from "../text-cursor.ts";

const POINT = 0x2e;
const ZERO = 0x30;
const LETTER_T = 0x54;
const LETTER_R = 0x52;
const LETTER_D = 0x64;
const LETTER_X = 0x78;
const SECOND_US = 1_000_000;

/** A classic data frame of ASC with hexadecimal numbers, in one pass: `0.001000 1  1A8x  Rx   d 2 A0 31`. */
export class AscClassicLine extends TextCursor {
  timeUs = 0;
  /** From 1. */
  channel = 0;
  id = 0;
  flags = 0;
  size = 0;
  readonly data = new Uint8Array(8);

  /** False: it is another event, or looks otherwise, and is to be read word by word. */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    this.at = from;
    if (!this.readTime(bytes, to)) return false;
    this.channel = this.digits(bytes, Math.min(to, this.at + 3));
    if (this.channel < 0 || !this.skipBlanks(bytes, to) || !this.readId(bytes, to)) return false;
    const direction = bytes[this.at];
    if ((direction !== LETTER_R && direction !== LETTER_T) || bytes[this.at + 1] !== LETTER_X) return false;
    if (direction === LETTER_T) this.flags |= FLAG_TX;
    this.at += 2;
    if (!this.skipBlanks(bytes, to) || bytes[this.at++] !== LETTER_D || !this.skipBlanks(bytes, to)) return false;
    this.size = (bytes[this.at++] as number) - ZERO;
    const isSize = this.size >= 0 && this.size <= 8 && (this.at >= to || bytes[this.at] === SPACE);
    return isSize && readHexBytes(bytes, this.at, to, this.size, this.data) >= 0;
  }

  /** Seconds, a point and six digits. */
  private readTime(bytes: Uint8Array, to: number): boolean {
    while (this.at < to && bytes[this.at] === SPACE) this.at++;
    const second = this.digits(bytes, Math.min(to, this.at + 9));
    if (second < 0 || bytes[this.at] !== POINT) return false;
    const point = this.at++;
    const micros = this.digits(bytes, Math.min(to, point + 7));
    this.timeUs = second * SECOND_US + micros;
    return micros >= 0 && this.at === point + 7 && this.skipBlanks(bytes, to);
  }

  private readId(bytes: Uint8Array, to: number): boolean {
    const from = this.at;
    let id = 0;
    let i = from;
    for (; i < to && i < from + 8; i++) {
      const digit = HEX_VALUE[bytes[i] as number] as number;
      if (digit > 15) break;
      id = (id << 4) | digit;
    }
    this.flags = 0;
    if (i > from && bytes[i] === LETTER_X) {
      this.flags = FLAG_EXTENDED;
      i++;
    }
    this.id = id;
    this.at = i;
    return i > from && id >= 0 && this.skipBlanks(bytes, to);
  }

  /** False: there is none. */
  private skipBlanks(bytes: Uint8Array, to: number): boolean {
    let i = this.at;
    while (i < to && bytes[i] === SPACE) i++;
    const isMoved = i > this.at && i < to;
    this.at = i;
    return isMoved;
  }
}
