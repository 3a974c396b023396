import type { FrameBatch } from "../../frame/batch.ts";
import {
  dlcOfSize,
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  sizeOfDlc,
} from "../../frame/frame.ts";
import { isFdFrame, isMixture } from "../frame-kind.ts";
import { TextWriter } from "../text-writer.ts";
import type { LogOutput, WriteOptions } from "../writer.ts";

const SPACE = 0x20;
const DAYS_TO_1970 = 25_569;
const DAY_MS = 86_400_000;
const COLUMN_HEADS = `;
;   Message   Time    Type    ID     Rx/Tx
;   Number    Offset  |  Bus  [hex]  |  Reserved
;   |         [ms]    |  |    |      |  |  Data Length Code
;   |         |       |  |    |      |  |  |    Data [hex] ...
;---+-- ------+------ +- +- --+----- +- +- +--- +- -- -- -- -- -- -- --
`;

/**
 * PEAK trace 2.1: classic, FD, remote and error frames, microseconds. The DLC alone tells the length: a payload between
 * two of CAN FD is left out.
 */
export class TrcWriter extends TextWriter {
  protected override readonly commentMark = ";";
  protected startUs = 0;
  protected number = 0;
  private readonly offsetMs: number;

  constructor(output: LogOutput, options: WriteOptions = {}) {
    super(output);
    this.offsetMs = (options.utcOffsetMinutes ?? 0) * 60_000;
  }

  /** The start is cut to milliseconds, which is what `;$STARTTIME` can hold. */
  protected start(firstTimeUs: number): string {
    const startMs = Math.floor(firstTimeUs / 1000);
    this.startUs = startMs * 1000;
    return ((startMs + this.offsetMs) / DAY_MS + DAYS_TO_1970).toFixed(10);
  }

  protected override header(firstTimeUs: number): void {
    const start = this.start(firstTimeUs);
    this.text.text(`;$FILEVERSION=2.1\n;$STARTTIME=${start}\n;$COLUMNS=N,O,T,B,I,d,R,L,D\n${COLUMN_HEADS}`);
  }

  protected override line(batch: FrameBatch, i: number): void {
    const text = this.text;
    const flags = batch.flags[i] as number;
    const size = batch.size[i] as number;
    const isError = (flags & FLAG_ERROR) !== 0;
    const isFd = !isError && isFdFrame(flags, size);
    if (isFd && sizeOfDlc(dlcOfSize(size), true) !== size) {
      this.skipped++;
      return;
    }
    if (isError ? losesError(flags, size) : isMixture(flags, size)) this.reduced++;
    text.decimal(++this.number, 7, SPACE);
    text.byte(SPACE);
    text.scaled((batch.timeUs[i] as number) - this.startUs, 3, 9);
    text.byte(SPACE);
    text.text(typeOf(flags, isFd));
    text.byte(SPACE);
    text.decimal((batch.channel[i] as number) + 1, 2, SPACE);
    if (isError && batch.id[i] === 0) text.text("        -");
    else this.id(batch.id[i] as number, flags);
    text.text(flags & FLAG_TX ? " Tx - " : " Rx - ");
    const isEmpty = isError && (flags & FLAG_REMOTE) !== 0;
    const written = isFd ? size : isEmpty ? 0 : Math.min(size, 8);
    text.decimal(isFd ? dlcOfSize(size) : written, 2, SPACE);
    text.text("   ");
    if (!(flags & FLAG_REMOTE)) text.hexBytes(batch.data, batch.start[i] as number, written, SPACE);
    text.byte(0x0a);
  }

  /** Four digits say standard, eight extended. */
  protected id(id: number, flags: number): void {
    const isLong = (flags & FLAG_EXTENDED) !== 0 || id > 0x7ff;
    this.text.text(isLong ? " " : "     ");
    this.text.hex(id, isLong ? 8 : 4);
  }
}

/** The row of an error frame is that of a classic one. */
function losesError(flags: number, size: number): boolean {
  return (flags & (FLAG_FD | FLAG_BRS | FLAG_ESI | FLAG_REMOTE)) !== 0 || size > 8;
}

function typeOf(flags: number, isFd: boolean): string {
  if (flags & FLAG_ERROR) return "ER";
  if (flags & FLAG_REMOTE) return "RR";
  if (!isFd) return "DT";
  if (flags & FLAG_BRS) return flags & FLAG_ESI ? "BI" : "FB";
  return flags & FLAG_ESI ? "FE" : "FD";
}

/** PEAK trace 1.1: classic frames of one bus, tenths of a millisecond. FD and error frames are left out. */
export class TrcV1Writer extends TrcWriter {
  protected override header(firstTimeUs: number): void {
    const start = this.start(firstTimeUs);
    this.text.text(`;$FILEVERSION=1.1\n;$STARTTIME=${start}\n;\n`);
    this.text.text(";---+--   ----+----  --+--  ----+---  +  -+ -- -- -- -- -- -- --\n");
  }

  protected override line(batch: FrameBatch, i: number): void {
    const text = this.text;
    const flags = batch.flags[i] as number;
    const size = batch.size[i] as number;
    if (flags & (FLAG_FD | FLAG_ERROR) || size > 8) {
      this.skipped++;
      return;
    }
    if ((batch.channel[i] as number) > 0 || isMixture(flags, size)) this.reduced++;
    const elapsedUs = (batch.timeUs[i] as number) - this.startUs;
    const tenths = Math.max(0, Math.round(elapsedUs / 100));
    if (tenths * 100 !== elapsedUs) this.adjusted++;
    text.decimal(++this.number, 6, SPACE);
    text.text(") ");
    text.decimal(Math.floor(tenths / 10), 9, SPACE);
    text.byte(0x2e);
    text.decimal(tenths % 10);
    text.text(flags & FLAG_TX ? "  Tx    " : "  Rx    ");
    this.id(batch.id[i] as number, flags);
    text.text("  ");
    text.decimal(size);
    text.byte(SPACE);
    if (flags & FLAG_REMOTE) text.text(" RTR");
    else text.hexBytes(batch.data, batch.start[i] as number, size, SPACE);
    text.byte(0x0a);
  }
}
