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
} from "../frame/frame.ts";
import { ChannelNames } from "./channel-names.ts";
import { isFrameTime } from "./frame-output.ts";
import { LineReader } from "./line-reader.ts";
import { HEX_VALUE, SPACE } from "./text.ts";

const OPEN = 0x28;
const CLOSE = 0x29;
const POINT = 0x2e;
const HASH = 0x23;
const UNDERSCORE = 0x5f;
const LETTER_R = 0x52;
const LETTER_T = 0x54;
/** linux/can.h: CAN_ERR_FLAG. */
const ERROR_BIT = 0x20000000;

/** `candump -L`: `(1700000000.001000) can0 1679AAA8#A031`, FD with `##` and a flag digit, remote with `#R`. */
export class CandumpReader extends LineReader {
  private readonly channels = new ChannelNames();
  private readonly data = new Uint8Array(64);

  /** Names by channel number. */
  get channelNames(): readonly (string | undefined)[] {
    return this.channels.names;
  }

  protected override readLine(bytes: Uint8Array, from: number, to: number): void {
    if (!this.readFrame(bytes, from, to)) this.bad(from);
  }

  // One long function on purpose: this is the hottest loop of the reader, and it reads from left to right.
  private readFrame(bytes: Uint8Array, from: number, to: number): boolean {
    let i = from;
    if (bytes[i++] !== OPEN) return false;
    let timeUs = 0;
    let decimals = -1;
    for (; i < to && bytes[i] !== CLOSE; i++) {
      const digit = (bytes[i] as number) - 0x30;
      if (digit >= 0 && digit <= 9) {
        if (decimals === 6) continue;
        timeUs = timeUs * 10 + digit;
        if (decimals >= 0) decimals++;
      } else if (bytes[i] === POINT && decimals < 0) decimals = 0;
      else return false;
    }
    for (let k = Math.max(decimals, 0); k < 6; k++) timeUs *= 10;
    i++;
    while (i < to && bytes[i] === SPACE) i++;
    const nameFrom = i;
    while (i < to && bytes[i] !== SPACE) i++;
    const nameTo = i;
    while (i < to && bytes[i] === SPACE) i++;
    const idFrom = i;
    let id = 0;
    let digit = 0;
    while (i < to) {
      digit = HEX_VALUE[bytes[i] as number] as number;
      if (digit > 15) break;
      id = ((id << 4) | digit) >>> 0;
      i++;
    }
    const idDigits = i - idFrom;
    if (i >= to || bytes[i] !== HASH || idDigits < 1 || idDigits > 8 || nameFrom === nameTo) return false;
    const channel = this.channels.numberOf(bytes, nameFrom, nameTo);
    if (channel < 0 || !isFrameTime(timeUs)) return false;
    let flags = 0;
    // can-utils parse_canframe: three digits are a standard id, eight an extended one.
    if (idDigits > 3) {
      if (id & ERROR_BIT) {
        flags = FLAG_ERROR;
        id &= MAX_EXTENDED_ID;
      } else flags = FLAG_EXTENDED;
      if (id > MAX_EXTENDED_ID) return false;
    } else if (id > MAX_STANDARD_ID) return false;
    return this.readPayload(bytes, i + 1, to, timeUs, channel, id, flags);
  }

  private readPayload(
    bytes: Uint8Array,
    from: number,
    to: number,
    timeUs: number,
    channel: number,
    id: number,
    idFlags: number,
  ): boolean {
    const data = this.data;
    let i = from;
    let flags = idFlags;
    let size = 0;
    if (bytes[i] === HASH && i < to) {
      const fd = HEX_VALUE[bytes[i + 1] as number] as number;
      if (fd > 15 || i + 1 >= to) return false;
      flags |= FLAG_FD | (fd & 1 ? FLAG_BRS : 0) | (fd & 2 ? FLAG_ESI : 0);
      i += 2;
    } else if (bytes[i] === LETTER_R && i < to) {
      const dlc = i + 1 < to ? (HEX_VALUE[bytes[i + 1] as number] as number) : 255;
      flags |= FLAG_REMOTE;
      size = dlc <= 8 ? dlc : 0;
      i += dlc <= 8 ? 2 : 1;
    }
    while (i + 1 < to && !(flags & FLAG_REMOTE)) {
      const high = HEX_VALUE[bytes[i] as number] as number;
      const low = HEX_VALUE[bytes[i + 1] as number] as number;
      if (high > 15) {
        if (bytes[i] !== POINT) break;
        i++;
        continue;
      }
      if (low > 15 || size === 64) return false;
      data[size++] = (high << 4) | low;
      i += 2;
    }
    if (size > 8 && !(flags & FLAG_FD)) return false;
    // `_9` to `_F`: the raw DLC of a classic frame of 8 bytes, no information of ours.
    if (i + 1 < to && bytes[i] === UNDERSCORE) i += 2;
    if (i < to) {
      if (bytes[i] !== SPACE) return false;
      while (i < to && bytes[i] === SPACE) i++;
      if (i + 1 === to && bytes[i] === LETTER_T) flags |= FLAG_TX;
      else if (i < to && !(i + 1 === to && bytes[i] === LETTER_R)) return false;
    }
    this.out.batch.push(timeUs, channel, id, flags, size, data);
    return true;
  }
}
