import { FLAG_EXTENDED, FLAG_TX, MAX_EXTENDED_ID, MAX_STANDARD_ID } from "../../frame/frame.ts";
import { isFrameTime } from "../frame-output.ts";
import { LineReader } from "../line-reader.ts";
import { parseScaled, parseUnsigned } from "../text.ts";
import { Tokens } from "../tokens.ts";

const SEMICOLON = 0x3b;
const SLASH = 0x2f;
const LETTER_X = 0x78;

/**
 * Microchip CAN BUS Analyzer: `166064;RX;0x0000021A;8;0xFE;…;`, times in ms. Its date is written as the machine's
 * country does, and so is not taken.
 */
export class MicrochipReader extends LineReader {
  private readonly cells = new Tokens();
  private readonly data = new Uint8Array(64);
  private isInHeader = false;

  protected override readLine(bytes: Uint8Array, from: number, to: number): void {
    // A line of slashes begins the header, the next one ends it.
    if (bytes[from] === SLASH && bytes[from + 1] === SLASH) this.isInHeader = !this.isInHeader;
    else if (!this.readFrame(bytes, from, to) && !this.isInHeader) this.bad(from);
    else if (this.cells.count >= 4) this.isInHeader = false;
  }

  private readFrame(bytes: Uint8Array, from: number, to: number): boolean {
    const { cells } = this;
    if (cells.splitBy(SEMICOLON, bytes, from, to) < 4) return false;
    const timeUs = parseScaled(bytes, from, cells.to[0] as number, 3);
    const isTx = cells.is(1, "TX");
    const id = this.hex(2);
    const size = parseUnsigned(bytes, cells.from[3] as number, cells.to[3] as number, 10);
    if (!isFrameTime(timeUs) || (!isTx && !cells.is(1, "RX")) || id < 0 || id > MAX_EXTENDED_ID) return false;
    if (size < 0 || size > 8 || cells.count < 4 + size) return false;
    for (let k = 0; k < size; k++) {
      const value = this.hex(4 + k);
      if (value < 0 || value > 255) return false;
      this.data[k] = value;
    }
    const isExtended = id > MAX_STANDARD_ID || this.isMarked(2);
    const flags = (isTx ? FLAG_TX : 0) | (isExtended ? FLAG_EXTENDED : 0);
    this.out.batch.push(timeUs, 0, id, flags, size, this.data);
    return true;
  }

  /** An x behind the digits marks an extended identifier. */
  private isMarked(cell: number): boolean {
    return ((this.cells.bytes[(this.cells.to[cell] as number) - 1] as number) | 0x20) === LETTER_X;
  }

  /** With `0x` or without. */
  private hex(cell: number): number {
    const { bytes, from, to } = this.cells;
    const at = from[cell] as number;
    const hasPrefix = bytes[at] === 0x30 && ((bytes[at + 1] as number) | 0x20) === LETTER_X;
    const end = (to[cell] as number) - (this.isMarked(cell) ? 1 : 0);
    return parseUnsigned(bytes, hasPrefix ? at + 2 : at, end, 16);
  }
}
