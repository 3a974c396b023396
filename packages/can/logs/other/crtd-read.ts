import { FLAG_EXTENDED, FLAG_FD, FLAG_TX, MAX_EXTENDED_ID, MAX_STANDARD_ID } from "../../frame/frame.ts";
import { isFrameTime } from "../frame-output.ts";
import { LineReader } from "../line-reader.ts";
import { parseScaled, parseUnsigned, readHexBytes } from "../text.ts";
import { Tokens } from "../tokens.ts";

const LETTER_C = 0x43;
const TYPE = /^(\d{0,3})([RT])(11|29)$/;

/** CRTD of the Open Vehicle Monitoring System: `1542473901.020305 1R11 402 FA 01 …`; types with C are comments. */
export class CrtdReader extends LineReader {
  private readonly tokens = new Tokens();
  private readonly data = new Uint8Array(64);
  /** Types of frames met so far: few words, on every line. */
  private readonly types = new Map<string, { channel: number; flags: number }>();

  protected override readLine(bytes: Uint8Array, from: number, to: number): void {
    if (this.tokens.split(bytes, from, to) > 0 && !this.readRecord(to)) this.bad(from);
  }

  private readRecord(lineTo: number): boolean {
    const { tokens } = this;
    const { bytes, from, to } = tokens;
    const timeUs = parseScaled(bytes, from[0] as number, to[0] as number, 6);
    if (!isFrameTime(timeUs)) return false;
    const word = tokens.text(1);
    if (word.replace(/^\d+/, "").charCodeAt(0) === LETTER_C) return true;
    const type = this.types.get(word) ?? this.newType(word);
    const id = tokens.count < 3 ? -1 : parseUnsigned(bytes, from[2] as number, to[2] as number, 16);
    const size = tokens.count - 3;
    if (type === undefined || id < 0 || size > 64) return false;
    if (id > (type.flags & FLAG_EXTENDED ? MAX_EXTENDED_ID : MAX_STANDARD_ID)) return false;
    if (readHexBytes(bytes, to[2] as number, lineTo, size, this.data) < 0) return false;
    this.out.batch.push(timeUs, type.channel, id, size > 8 ? type.flags | FLAG_FD : type.flags, size, this.data);
    return true;
  }

  /** Buses count from 1; without a number it is the first. */
  private newType(word: string): { channel: number; flags: number } | undefined {
    const [, bus = "", direction, bits] = TYPE.exec(word) ?? [];
    const channel = Math.max(Number(bus) - 1, 0);
    if (direction === undefined || channel > 255) return undefined;
    const type = { channel, flags: (direction === "T" ? FLAG_TX : 0) | (bits === "29" ? FLAG_EXTENDED : 0) };
    this.types.set(word, type);
    return type;
  }
}
