import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "../../frame/frame.ts";
import { isFrameTime } from "../frame-output.ts";
import { parseScaled, parseUnsigned, readHexBytes } from "../text.ts";
import { Tokens } from "../tokens.ts";

const OPEN = 0x28;
const CLOSE = 0x29;
const BRACKET = 0x5b;
/** linux/can.h: CAN_ERR_FLAG. */
const ERROR_BIT = 0x20000000;

/**
 * A line as candump prints it: `(1700000000.001000)  can0  RX - -  123   [8]  11 22 …`. Time (`-t`) and direction
 * with the flags of FD (`-x`) may be missing; of a length in two digits the frame is FD.
 */
export class CandumpConsoleLine {
  /** NaN where the line has none. */
  timeUs = Number.NaN;
  nameFrom = 0;
  nameTo = 0;
  id = 0;
  flags = 0;
  size = 0;
  readonly data = new Uint8Array(64);
  private readonly tokens = new Tokens();

  /** False: it is no such line. */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    const { tokens } = this;
    const count = tokens.split(bytes, from, to, 10);
    let at = this.readTime();
    if (at < 0 || at + 2 >= count) return false;
    this.nameFrom = tokens.from[at] as number;
    this.nameTo = tokens.to[at] as number;
    this.flags = 0;
    at = this.readDirection(at + 1);
    return at + 1 < tokens.count && this.readId(at) && this.readPayload(at + 1, to);
  }

  /** Words that the time takes; -1 when it is none that can be read. `-t A` prints a date in front. */
  private readTime(): number {
    const { tokens } = this;
    this.timeUs = Number.NaN;
    if (tokens.first(0) !== OPEN) return 0;
    const hasDate = tokens.bytes[(tokens.to[0] as number) - 1] !== CLOSE;
    const text = hasDate ? `${tokens.text(0)}T${tokens.text(1)}` : "";
    if (hasDate) {
      const [, date = "", micros = ""] = /^\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})\)$/.exec(text) ?? [];
      this.timeUs = Date.parse(`${date}Z`) * 1000 + Number(micros);
    } else this.timeUs = parseScaled(tokens.bytes, (tokens.from[0] as number) + 1, (tokens.to[0] as number) - 1, 6);
    if (!isFrameTime(this.timeUs)) return -1;
    return hasDate ? 2 : 1;
  }

  /** `RX B -`: the direction, BRS, ESI. */
  private readDirection(at: number): number {
    const { tokens } = this;
    if (!tokens.is(at, "RX") && !tokens.is(at, "TX")) return at;
    if (tokens.is(at, "TX")) this.flags |= FLAG_TX;
    if (tokens.is(at + 1, "B")) this.flags |= FLAG_BRS;
    if (tokens.is(at + 2, "E")) this.flags |= FLAG_ESI;
    return at + 3;
  }

  private readId(at: number): boolean {
    const { tokens } = this;
    const id = parseUnsigned(tokens.bytes, tokens.from[at] as number, tokens.to[at] as number, 16);
    const digits = tokens.length(at);
    if (id < 0 || (digits !== 3 && digits !== 8) || (digits === 3 && id > 0x7ff) || id >= 2 * ERROR_BIT) return false;
    const isError = (id & ERROR_BIT) !== 0;
    if (digits === 8) this.flags |= isError ? FLAG_ERROR : FLAG_EXTENDED;
    this.id = isError ? id & (ERROR_BIT - 1) : id;
    return true;
  }

  private readPayload(at: number, to: number): boolean {
    const { tokens } = this;
    const length = tokens.text(at);
    const digits = length.length - 2;
    this.size = tokens.first(at) === BRACKET && /^\[\d\d?\]$/.test(length) ? Number(length.slice(1, -1)) : -1;
    if (digits === 2) this.flags |= FLAG_FD;
    else this.flags &= ~(FLAG_BRS | FLAG_ESI);
    if (this.size < 0 || this.size > (digits === 2 ? 64 : 8)) return false;
    if (tokens.is(at + 1, "remote")) this.flags |= FLAG_REMOTE;
    else return readHexBytes(tokens.bytes, tokens.to[at] as number, to, this.size, this.data) >= 0;
    return true;
  }
}
