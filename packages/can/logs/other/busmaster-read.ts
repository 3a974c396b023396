import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "../../frame/frame.ts";
import { isFrameTime } from "../frame-output.ts";
import { LineReader } from "../line-reader.ts";
import type { LogSink, ReadOptions } from "../reader.ts";
import { parseUnsigned, textOf } from "../text.ts";
import { Tokens } from "../tokens.ts";

const STAR = 0x2a;
const COLON = 0x3a;
const DAY_US = 86_400e6;

/** Letters of the type column: standard or extended, r remote, f FD. */
const TYPES: ReadonlyMap<string, number> = new Map([
  ["s", 0],
  ["x", FLAG_EXTENDED],
  ["sr", FLAG_REMOTE],
  ["xr", FLAG_EXTENDED | FLAG_REMOTE],
  ["s-fd", FLAG_FD],
  ["x-fd", FLAG_FD | FLAG_EXTENDED],
]);

/** BUSMASTER logs: `22:20:14:992 Rx 0 0000021A s 8 FE 36 …`, the last time field in units of 0.1 ms. */
export class BusmasterReader extends LineReader {
  private readonly tokens = new Tokens();
  private readonly clock = new Tokens();
  private readonly data = new Uint8Array(64);
  private readonly offsetMs: number;
  private base = 16;
  private sessionUs = 0;
  private mode: "system" | "absolute" | "relative" = "system";
  private lastUs = 0;
  private daysUs = 0;

  constructor(sink: LogSink, options: ReadOptions = {}) {
    super(sink);
    this.offsetMs = (options.utcOffsetMinutes ?? 0) * 60_000;
  }

  protected override readLine(bytes: Uint8Array, from: number, to: number): void {
    if (bytes[from] === STAR) this.readHeader(textOf(bytes, from, Math.min(to, from + 200)));
    else if (this.tokens.split(bytes, from, to) > 0 && !this.readFrame()) this.bad(from);
  }

  private readHeader(text: string): void {
    const date = /START DATE AND TIME (\d+):(\d+):(\d+) (\d+):(\d+):(\d+):(\d+)/.exec(text);
    if (date) {
      const [day = 1, month = 1, year = 1970, hour = 0, minute = 0, second = 0, ms = 0] = date.slice(1).map(Number);
      const midnightMs = Date.UTC(year, month - 1, day) - this.offsetMs;
      this.startUs = midnightMs * 1000;
      this.sessionUs = (((hour * 60 + minute) * 60 + second) * 1000 + ms) * 1000;
      // BUSMASTER can append a session to a log: its times begin again.
      this.lastUs = 0;
      this.daysUs = 0;
    } else if (text.startsWith("***HEX")) this.base = 16;
    else if (text.startsWith("***DEC")) this.base = 10;
    else if (text.includes("SYSTEM MODE")) this.mode = "system";
    else if (text.includes("ABSOLUTE MODE")) this.mode = "absolute";
    else if (text.includes("RELATIVE MODE")) this.mode = "relative";
  }

  private readFrame(): boolean {
    const tokens = this.tokens;
    const { bytes, from, to } = tokens;
    const elapsedUs = this.readClock(from[0] as number, to[0] as number);
    if (elapsedUs < 0 || tokens.count < 3) return false;
    const timeUs = this.timeOf(elapsedUs);
    if (!isFrameTime(timeUs)) return false;
    const isTx = tokens.is(1, "Tx");
    if (!isTx && !tokens.is(1, "Rx")) return tokens.first(1) !== 0;
    const channel = parseUnsigned(bytes, from[2] as number, to[2] as number, 10);
    if (channel < 0 || channel > 255) return false;
    if (tokens.is(3, "ERR")) return this.push(timeUs, channel, 0, FLAG_ERROR, 0);
    const typeFlags = TYPES.get(tokens.text(4));
    const idAt = (from[3] as number) + (bytes[(from[3] as number) + 1] === 0x78 ? 2 : 0);
    const id = parseUnsigned(bytes, idAt, to[3] as number, this.base);
    const size = tokens.count > 5 ? parseUnsigned(bytes, from[5] as number, to[5] as number, 10) : -1;
    if (typeFlags === undefined || id < 0 || size < 0 || size > (typeFlags & FLAG_FD ? 64 : 8)) return false;
    if (id > (typeFlags & FLAG_EXTENDED ? 0x1fffffff : 0x7ff)) return false;
    if (!this.readData(typeFlags & FLAG_REMOTE ? 0 : size)) return false;
    return this.push(timeUs, channel, id, typeFlags | (isTx ? FLAG_TX : 0), size);
  }

  private readData(count: number): boolean {
    const { bytes, from, to } = this.tokens;
    if (this.tokens.count < 6 + count) return false;
    for (let k = 0; k < count; k++) {
      const value = parseUnsigned(bytes, from[6 + k] as number, to[6 + k] as number, this.base);
      if (value < 0 || value > 255) return false;
      this.data[k] = value;
    }
    return true;
  }

  /** -1 when it is not `HH:MM:SS:ffff`. */
  private readClock(from: number, to: number): number {
    const clock = this.clock;
    if (clock.splitBy(COLON, this.tokens.bytes, from, to) !== 4) return -1;
    let tenthsMs = 0;
    for (let i = 0; i < 4; i++) {
      const value = parseUnsigned(clock.bytes, clock.from[i] as number, clock.to[i] as number, 10);
      if (value < 0) return -1;
      tenthsMs = tenthsMs * (i === 3 ? 10_000 : 60) + value;
    }
    return tenthsMs * 100;
  }

  private timeOf(elapsedUs: number): number {
    if (this.mode === "absolute") return this.startUs + this.sessionUs + elapsedUs;
    if (this.mode === "relative") {
      this.lastUs += elapsedUs;
      return this.startUs + this.sessionUs + this.lastUs;
    }
    // System time begins again at midnight.
    if (elapsedUs < this.lastUs - DAY_US / 2) this.daysUs += DAY_US;
    this.lastUs = elapsedUs;
    return this.startUs + this.daysUs + elapsedUs;
  }

  private push(timeUs: number, channel: number, id: number, flags: number, size: number): boolean {
    this.out.batch.push(timeUs, channel, id, flags, size, this.data);
    return true;
  }
}
