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
import { ChannelNames } from "../channel-names.ts";
import { isFrameTime } from "../frame-output.ts";
import { LineReader } from "../line-reader.ts";
import { HEX_VALUE, parseScaled, SPACE } from "../text.ts";
import { CandumpConsoleLine } from "./candump-console.ts";

const OPEN = 0x28;
const CLOSE = 0x29;
const POINT = 0x2e;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const UNDERSCORE = 0x5f;
const LETTER_R = 0x52;
const LETTER_T = 0x54;
/** linux/can.h: CAN_ERR_FLAG. */
const ERROR_BIT = 0x20000000;

/** `count` decimal digits as an integer; negative when one is none. */
function digits(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let i = from; i < from + count; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * `candump -L`: `(1700000000.001000) can0 1679AAA8#A031`, FD with `##` and a flag digit, remote with `#R`;
 * also what candump prints on a console.
 */
export class CandumpReader extends LineReader {
  private readonly channels = new ChannelNames();
  private readonly data = new Uint8Array(64);
  private readonly console = new CandumpConsoleLine();
  private isTimeless = false;
  // The frame in hand. Fields, not arguments: a double passed to a function that is not inlined is allocated.
  private second = 0;
  private micros = 0;
  private channel = 0;
  private id = 0;
  private flags = 0;
  private size = 0;

  /** Names by channel number. */
  get channelNames(): readonly (string | undefined)[] {
    return this.channels.names;
  }

  protected override readLine(bytes: Uint8Array, from: number, to: number): void {
    const idFrom = this.readTimeAndChannel(bytes, from, to);
    const dataFrom = idFrom < 0 ? -1 : this.readId(bytes, idFrom, to);
    if (dataFrom < 0 || !this.readPayload(bytes, dataFrom, to)) {
      this.readOther(bytes, from, to);
      return;
    }
    this.out.batch.push(this.second * 1e6 + this.micros, this.channel, this.id, this.flags, this.size, this.data);
  }

  /** A comment, a line in the form of the console, or a bad one. */
  private readOther(bytes: Uint8Array, from: number, to: number): void {
    const first = bytes[from];
    if (first === HASH || first === SEMICOLON || (first === SLASH && bytes[from + 1] === SLASH)) return;
    const { console } = this;
    const channel = console.read(bytes, from, to)
      ? this.channels.numberOf(bytes, console.nameFrom, console.nameTo)
      : -1;
    if (channel < 0) {
      this.bad(from);
      return;
    }
    const { timeUs, id, flags, size, data } = console;
    const hasTime = !Number.isNaN(timeUs);
    if (!hasTime && !this.isTimeless) this.bad(from, "timeMissing");
    this.isTimeless ||= !hasTime;
    this.out.batch.push(hasTime ? timeUs : 0, channel, id, flags, size, data);
  }

  /** Returns where the id begins; -1 when it is no candump line. */
  private readTimeAndChannel(bytes: Uint8Array, from: number, to: number): number {
    if (bytes[from] !== OPEN) return -1;
    let i = from + 19;
    // Ten digits of seconds and six of microseconds are the rule, from 2001 to 2286.
    if (i < to && bytes[from + 11] === POINT && bytes[from + 18] === CLOSE) {
      this.second = digits(bytes, from + 1, 10);
      this.micros = digits(bytes, from + 12, 6);
      if (this.second < 0 || this.micros < 0) return -1;
    } else {
      i = bytes.indexOf(CLOSE, from) + 1;
      const timeUs = i > 1 && i < to ? parseScaled(bytes, from + 1, i - 1, 6) : Number.NaN;
      if (!isFrameTime(timeUs)) return -1;
      this.second = Math.floor(timeUs / 1e6);
      this.micros = timeUs - this.second * 1e6;
    }
    while (i < to && bytes[i] === SPACE) i++;
    const nameFrom = i;
    while (i < to && bytes[i] !== SPACE) i++;
    this.channel = i > nameFrom ? this.channels.numberOf(bytes, nameFrom, i) : -1;
    while (i < to && bytes[i] === SPACE) i++;
    return this.channel < 0 ? -1 : i;
  }

  /** Returns where the payload begins, behind the `#`; -1 when it is no id. */
  private readId(bytes: Uint8Array, from: number, to: number): number {
    let i = from;
    let id = 0;
    for (; i < to; i++) {
      const digit = HEX_VALUE[bytes[i] as number] as number;
      if (digit > 15) break;
      id = (id << 4) | digit;
    }
    const count = i - from;
    if (i >= to || bytes[i] !== HASH || count < 1 || count > 8 || id < 0) return -1;
    this.flags = 0;
    // can-utils parse_canframe: three digits are a standard id, eight an extended one.
    if (count > 3) {
      this.flags = id & ERROR_BIT ? FLAG_ERROR : FLAG_EXTENDED;
      if (id & ERROR_BIT) id &= MAX_EXTENDED_ID;
      if (id > MAX_EXTENDED_ID) return -1;
    } else if (id > MAX_STANDARD_ID) return -1;
    this.id = id;
    return i + 1;
  }

  private readPayload(bytes: Uint8Array, from: number, to: number): boolean {
    let i = from;
    this.size = 0;
    if (i < to && bytes[i] === HASH) {
      const fd = i + 1 < to ? (HEX_VALUE[bytes[i + 1] as number] as number) : 255;
      if (fd > 15) return false;
      this.flags |= FLAG_FD | (fd & 1 ? FLAG_BRS : 0) | (fd & 2 ? FLAG_ESI : 0);
      i += 2;
    } else if (i < to && bytes[i] === LETTER_R) {
      const dlc = i + 1 < to ? (HEX_VALUE[bytes[i + 1] as number] as number) : 255;
      this.flags |= FLAG_REMOTE;
      if (dlc <= 8) this.size = dlc;
      return this.readTail(bytes, dlc <= 8 ? i + 2 : i + 1, to);
    }
    i = this.readData(bytes, i, to);
    return i >= 0 && (this.size <= 8 || (this.flags & FLAG_FD) !== 0) && (i === to || this.readTail(bytes, i, to));
  }

  /** Hex pairs, dots allowed between them; returns where they end, -1 when half a byte or too many. */
  private readData(bytes: Uint8Array, from: number, to: number): number {
    const { data } = this;
    let i = from;
    let size = 0;
    while (i + 1 < to) {
      const high = HEX_VALUE[bytes[i] as number] as number;
      const low = HEX_VALUE[bytes[i + 1] as number] as number;
      if ((high | low) > 15) {
        if (high <= 15) return -1;
        if (bytes[i] !== POINT) break;
        i++;
        continue;
      }
      if (size === 64) return -1;
      data[size++] = (high << 4) | low;
      i += 2;
    }
    this.size = size;
    return i;
  }

  /** Behind the payload: `_9` to `_F`, the raw DLC of 8 bytes, which we do not keep; the direction. */
  private readTail(bytes: Uint8Array, from: number, to: number): boolean {
    let i = from;
    if (i + 1 < to && bytes[i] === UNDERSCORE) i += 2;
    if (i >= to) return true;
    if (bytes[i] !== SPACE) return false;
    while (i < to && bytes[i] === SPACE) i++;
    if (i + 1 === to && bytes[i] === LETTER_T) this.flags |= FLAG_TX;
    else if (i < to && !(i + 1 === to && bytes[i] === LETTER_R)) return false;
    return true;
  }
}
