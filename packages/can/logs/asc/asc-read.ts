import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE, FLAG_TX, sizeOfDlc } from "../../frame/frame.ts";
import { isFrameTime } from "../frame-output.ts";
import { LineReader } from "../line-reader.ts";
import { parseVectorDate } from "../local-time.ts";
import type { LogSink, ReadOptions } from "../reader.ts";
import { parseScaled, parseUnsigned, textOf } from "../text.ts";
import { Tokens } from "../tokens.ts";
import { AscClassicLine } from "./asc-classic.ts";
import { readAscFd } from "./asc-fd.ts";
import { ascId, ascIdFlags } from "./asc-fields.ts";

const HEADER_WORDS = ["date", "base", "internal", "no", "begin", "end", "//", "previous"];

/** Vector ASC. Events that are no CAN frames (statistics, LIN, system variables) pass without a word. */
export class AscReader extends LineReader {
  private readonly classic = new AscClassicLine();
  private readonly tokens = new Tokens();
  private readonly data = new Uint8Array(64);
  private readonly offsetUs: number;
  private base = 16;
  private isRelative = false;
  private elapsedUs = 0;

  constructor(sink: LogSink, options: ReadOptions = {}) {
    super(sink);
    this.offsetUs = (options.utcOffsetMinutes ?? 0) * 60e6;
  }

  protected override readLine(bytes: Uint8Array, from: number, to: number): void {
    if (this.base === 16 && !this.isRelative && this.classic.read(bytes, from, to)) {
      const { timeUs, channel, id, flags, size, data } = this.classic;
      this.elapsedUs = timeUs;
      if (!this.push(channel, id, flags, size, data)) this.bad(from);
      return;
    }
    const tokens = this.tokens;
    if (tokens.split(bytes, from, to) === 0) return;
    const time = parseScaled(bytes, tokens.from[0] as number, tokens.to[0] as number, 6);
    if (Number.isNaN(time)) {
      if (!this.readHeader(textOf(bytes, from, Math.min(to, from + 200)))) this.bad(from);
      return;
    }
    this.elapsedUs = this.isRelative ? this.elapsedUs + time : time;
    if (tokens.is(1, "CANFD") ? !this.readFd() : !this.readClassic()) this.bad(from);
  }

  private readHeader(text: string): boolean {
    const line = text.trim().toLowerCase();
    if (line.startsWith("base")) {
      this.base = /\bdec\b/.test(line) ? 10 : 16;
      this.isRelative = /timestamps\s+relative/.test(line);
    } else if (line.startsWith("date") || line.startsWith("begin")) {
      const dateMs = parseVectorDate(text.trim().replace(/^(date|begin\s+trigger\s*block)/i, ""));
      if (dateMs !== undefined) this.startUs = dateMs * 1000 - this.offsetUs;
    }
    return HEADER_WORDS.some((word) => line.startsWith(word));
  }

  /** `1 1679AAA8x Rx d 7 A0 31 …` or `1 ErrorFrame`; false when it is such a line and broken. */
  private readClassic(): boolean {
    const tokens = this.tokens;
    const { bytes, from, to } = tokens;
    const channel = parseUnsigned(bytes, from[1] as number, to[1] as number, 10);
    if (tokens.count < 3 || channel < 0) return true;
    if (tokens.is(2, "ErrorFrame")) return this.push(channel, 0, FLAG_ERROR, 0);
    const isData = tokens.is(4, "d");
    if (!isData && !tokens.is(4, "r")) return true;
    const isTx = tokens.is(3, "Tx");
    if (!isTx && !tokens.is(3, "Rx")) return true;
    const id = ascId(tokens, 2, this.base);
    let flags = ascIdFlags(tokens, 2) | (isTx ? FLAG_TX : 0);
    // A remote frame may come without its DLC.
    const dlc = tokens.count > 5 ? parseUnsigned(bytes, from[5] as number, to[5] as number, 16) : isData ? -1 : 0;
    if (id < 0 || dlc > 15 || (isData && dlc < 0)) return false;
    if (!isData) {
      flags |= FLAG_REMOTE;
      return this.push(channel, id, flags, sizeOfDlc(Math.max(dlc, 0), false));
    }
    const size = sizeOfDlc(dlc, false);
    if (tokens.count < 6 + size || !this.readData(6, size)) return false;
    return this.push(channel, id, flags, size);
  }

  private readFd(): boolean {
    const fd = readAscFd(this.tokens, this.base);
    if (fd.kind === "event") return true;
    if (fd.kind === "broken") return false;
    if (!this.readData(fd.dataAt, fd.flags & FLAG_REMOTE ? 0 : fd.size)) return false;
    return this.push(fd.channel, fd.id, fd.flags, fd.size);
  }

  private readData(at: number, size: number): boolean {
    const { bytes, from, to, count } = this.tokens;
    if (at + size > count) return false;
    for (let k = 0; k < size; k++) {
      const value = parseUnsigned(bytes, from[at + k] as number, to[at + k] as number, this.base);
      if (value < 0 || value > 255) return false;
      this.data[k] = value;
    }
    return true;
  }

  /** Channels of ASC count from 1. */
  private push(channel: number, id: number, flags: number, size: number, data = this.data): boolean {
    if (id > (flags & FLAG_EXTENDED ? 0x1fffffff : 0x7ff) || channel > 256) return false;
    const timeUs = this.startUs + this.elapsedUs;
    if (!isFrameTime(timeUs)) return false;
    this.out.batch.push(timeUs, Math.max(channel - 1, 0), id, flags, size, data);
    return true;
  }
}
