import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  sizeOfDlc,
} from "../../frame/frame.ts";
import { isFrameTime } from "../frame-output.ts";
import { LineReader } from "../line-reader.ts";
import type { LogSink, ReadOptions } from "../reader.ts";
import { parseScaled, parseUnsigned, readHexBytes, textOf } from "../text.ts";
import { Tokens } from "../tokens.ts";
import { columnsOf, columnsOfVersion, type TrcColumns, versionOfRow } from "./trc-columns.ts";

const SEMICOLON = 0x3b;
/** `;$STARTTIME` counts days since 1899-12-30. */
const DAYS_TO_1970 = 25_569;
const DAY_MS = 86_400_000;
/** Buses count from 1. */
const MAX_BUS = 256;

/** Types of a frame line: PEAK's two letters of 2.x, and Rx/Tx of 1.x. */
const FRAME_TYPES: ReadonlyMap<number, number> = new Map([
  [codeOf("DT"), 0],
  [codeOf("FD"), FLAG_FD],
  [codeOf("FB"), FLAG_FD | FLAG_BRS],
  [codeOf("FE"), FLAG_FD | FLAG_ESI],
  [codeOf("BI"), FLAG_FD | FLAG_BRS | FLAG_ESI],
  [codeOf("RR"), FLAG_REMOTE],
  [codeOf("ER"), FLAG_ERROR],
  [codeOf("Rx"), 0],
  [codeOf("Tx"), FLAG_TX],
]);
/** Status, error counter, event text; 1.x: warnings of the hardware. No frames. */
const OTHER_TYPES = ["ST", "EC", "EV", "Warng"];

/** PEAK PCAN-View and PCAN-Explorer traces, versions 1.0 to 2.1. */
export class TrcReader extends LineReader {
  private readonly tokens = new Tokens();
  private readonly data = new Uint8Array(64);
  private readonly offsetMs: number;
  // The frame in hand. Fields, not arguments: a double passed to a function that is not inlined is allocated.
  private timeUs = 0;
  private bus = 0;
  private id = 0;
  private flags = 0;
  private isVersion1 = true;
  /** Undefined until a header or a row has told the version. */
  private columns: TrcColumns | undefined;
  private isUnknown = true;

  constructor(sink: LogSink, options: ReadOptions = {}) {
    super(sink);
    this.offsetMs = (options.utcOffsetMinutes ?? 0) * 60_000;
  }

  protected override readLine(bytes: Uint8Array, from: number, to: number): void {
    const tokens = this.tokens;
    // The payload is read where it lies; its first word may be RTR.
    if (tokens.split(bytes, from, to, (this.columns?.data ?? 6) + 1) === 0) return;
    if (tokens.first(0) === SEMICOLON) {
      if (!this.readComment(textOf(bytes, from, Math.min(to, from + 200)).trim())) this.bad(from, "badHeader");
      return;
    }
    if (this.isUnknown && this.guess()) tokens.split(bytes, from, to, (this.columns?.data ?? 0) + 1);
    if (this.columns === undefined || !this.readFrame(tokens, this.columns, to)) this.bad(from);
  }

  /** False: it is a word of the header that says nothing we know. */
  private readComment(text: string): boolean {
    // Some writers end these lines with a semicolon.
    const [, name, value = ""] = /^;\$(\w+)\s*=\s*(.*?)[;\s]*$/.exec(text) ?? [];
    if (name === "FILEVERSION") {
      this.take(value);
      return this.columns !== undefined;
    }
    if (name === "COLUMNS") {
      this.columns = columnsOf(value);
      this.isUnknown = false;
    }
    return name !== "STARTTIME" || this.readStart(value);
  }

  private readStart(value: string): boolean {
    const days = value === "" ? Number.NaN : Number(value);
    if (!Number.isFinite(days)) return false;
    // Ten decimals of a day are 9 µs: the start is good to the millisecond, the offsets to the microsecond.
    this.startUs = (Math.round((days - DAYS_TO_1970) * DAY_MS) - this.offsetMs) * 1000;
    return true;
  }

  private take(version: string): void {
    this.isVersion1 = version.startsWith("1.");
    this.columns = columnsOfVersion(version);
    this.isUnknown = false;
  }

  /** A log that begins in the middle, or of version 1.0, which has no header. False: the row tells nothing. */
  private guess(): boolean {
    const { tokens } = this;
    const version = versionOfRow(Array.from({ length: tokens.count }, (_, i) => tokens.text(i)));
    if (version !== undefined) this.take(version);
    return version !== undefined;
  }

  private readFrame(tokens: Tokens, columns: TrcColumns, lineTo: number): boolean {
    const { bytes, from, to } = tokens;
    if (tokens.count <= columns.id) return false;
    const typeFlags = columns.type < 0 ? 0 : typeOf(tokens, columns.type);
    if (typeFlags === undefined) return OTHER_TYPES.includes(tokens.text(columns.type));
    const offsetUs = parseScaled(bytes, from[columns.offset] as number, to[columns.offset] as number, 3);
    // 2.1 has a dash in the place of the identifier of an error frame.
    const hasNoId = typeFlags === FLAG_ERROR && tokens.is(columns.id, "-");
    const id = hasNoId ? 0 : parseUnsigned(bytes, from[columns.id] as number, to[columns.id] as number, 16);
    // 1.x: the identifier FFFFFFFF marks a bus event.
    if (this.isVersion1 && id === 0xffffffff) return true;
    const isExtended = tokens.length(columns.id) > 4;
    const timeUs = this.startUs + offsetUs;
    if (!isFrameTime(timeUs)) return false;
    const bus = columns.bus < 0 ? 1 : parseUnsigned(bytes, from[columns.bus] as number, to[columns.bus] as number, 10);
    if (typeFlags === FLAG_ERROR && id < 0) return this.readBareError(tokens, columns.id, { timeUs, bus }, lineTo);
    if (id < 0 || id > (isExtended ? 0x1fffffff : 0x7ff)) return false;
    let flags = typeFlags | (isExtended && !(typeFlags & FLAG_ERROR) ? FLAG_EXTENDED : 0);
    if (columns.direction >= 0 && tokens.is(columns.direction, "Tx")) flags |= FLAG_TX;
    this.timeUs = timeUs;
    this.bus = bus;
    this.id = id;
    this.flags = flags;
    return this.readPayload(tokens, columns, lineTo);
  }

  /**
   * Error frames of 2.0, and PCAN-View's of 2.1, leave the column of the identifier blank, so that all behind it move. 2.0
   * leaves that of the length blank too: the bytes, of two digits each, go on to the end of the row.
   */
  private readBareError(
    tokens: Tokens,
    behindBus: number,
    { timeUs, bus }: { timeUs: number; bus: number },
    lineTo: number,
  ): boolean {
    const { bytes, from, to } = tokens;
    if (bus < 0 || bus > MAX_BUS) return false;
    tokens.split(bytes, from[0] as number, lineTo);
    let at = behindBus;
    const flags = tokens.is(at, "Tx") ? FLAG_ERROR | FLAG_TX : FLAG_ERROR;
    if (tokens.is(at, "Tx") || tokens.is(at, "Rx")) at++;
    if (tokens.is(at, "-")) at++;
    let size = tokens.count - at;
    if (tokens.length(at) === 1) {
      size = parseUnsigned(bytes, from[at] as number, to[at] as number, 10);
      at++;
    }
    if (size < 0 || size > 8 || tokens.count < at + size) return false;
    if (size > 0 && readHexBytes(bytes, from[at] as number, lineTo, size, this.data) < 0) return false;
    this.out.batch.push(timeUs, Math.max(bus - 1, 0), 0, flags, size, this.data);
    return true;
  }

  private readPayload(tokens: Tokens, columns: TrcColumns, lineTo: number): boolean {
    const { bytes, from, to } = tokens;
    const { bus } = this;
    let { flags } = this;
    const length = parseUnsigned(bytes, from[columns.length] as number, to[columns.length] as number, 10);
    if (tokens.count <= columns.length || length < 0 || bus < 0 || bus > MAX_BUS) return false;
    const size = columns.isDlc ? sizeOfDlc(length, (flags & FLAG_FD) !== 0) : length;
    if (size > (flags & FLAG_FD ? 64 : 8) || (columns.isDlc && length > 15)) return false;
    let dataFrom = from[columns.data] as number;
    // 1.x writes RTR in the place of the data, 1.0 ERROR in front of them.
    if (tokens.is(columns.data, "RTR")) flags |= FLAG_REMOTE;
    else if (tokens.is(columns.data, "ERROR")) {
      flags = FLAG_ERROR;
      dataFrom = to[columns.data] as number;
    }
    const count = flags & FLAG_REMOTE ? 0 : size;
    if (count > 0 && tokens.count <= columns.data) return false;
    if (readHexBytes(bytes, dataFrom, lineTo, count, this.data) < 0) return false;
    this.out.batch.push(this.timeUs, Math.max(bus - 1, 0), this.id, flags, size, this.data);
    return true;
  }
}

/** Two letters as a number: no string for each line. */
function codeOf(letters: string): number {
  return (letters.charCodeAt(0) << 8) | letters.charCodeAt(1);
}

/** The flags that the type of a row says; undefined: it is no frame. */
function typeOf(tokens: Tokens, i: number): number | undefined {
  return FRAME_TYPES.get(typeCode(tokens, i)) ?? (tokens.is(i, "Error") ? FLAG_ERROR : undefined);
}

function typeCode({ bytes, from, to }: Tokens, i: number): number {
  const at = from[i] as number;
  return (to[i] as number) - at === 2 ? ((bytes[at] as number) << 8) | (bytes[at + 1] as number) : -1;
}
