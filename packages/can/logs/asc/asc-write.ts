import type { FrameBatch } from "../../frame/batch.ts";
import { dlcOfSize, FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_REMOTE, FLAG_TX } from "../../frame/frame.ts";
import { isFdFrame, isMixture } from "../frame-kind.ts";
import { formatVectorDate } from "../local-time.ts";
import { MadeText } from "../text-buffer.ts";
import { TextWriter } from "../text-writer.ts";
import type { LogOutput, WriteOptions } from "../writer.ts";

const SPACE = 0x20;
/** Between time and identifier of a classic frame, by channel; between identifier and length, by flags. */
const CHANNELS = Array.from({ length: 256 }, (_, channel) => new MadeText(` ${channel + 1}  `));
const CLASSIC = Array.from({ length: 128 }, (_, flags) => {
  const gap = flags & FLAG_EXTENDED ? "       " : "             ";
  return new MadeText(`${gap}${flags & FLAG_TX ? "Tx" : "Rx"}   ${flags & FLAG_REMOTE ? "r" : "d"} `);
});

/** Vector ASC, hexadecimal, absolute time stamps. An error frame keeps its time and channel, no more. */
export class AscWriter extends TextWriter {
  private readonly offsetMs: number;
  protected override readonly commentMark = "//";
  private startUs = 0;

  constructor(output: LogOutput, options: WriteOptions = {}) {
    super(output);
    this.offsetMs = (options.utcOffsetMinutes ?? 0) * 60_000;
  }

  /** The date has milliseconds: the base is cut to them so that the time stamps keep the microseconds. */
  protected override header(firstTimeUs: number): void {
    const startMs = Math.floor(firstTimeUs / 1000);
    this.startUs = startMs * 1000;
    const date = formatVectorDate(startMs + this.offsetMs);
    this.text.text(`date ${date}\nbase hex  timestamps absolute\ninternal events logged\n// version 9.0.0\n`);
    this.text.text(`Begin Triggerblock ${date}\n   0.000000 Start of measurement\n`);
  }

  protected override footer(): void {
    this.text.text("End TriggerBlock\n");
  }

  protected override line(batch: FrameBatch, i: number): void {
    const text = this.text;
    const flags = batch.flags[i] as number;
    const size = batch.size[i] as number;
    text.scaled((batch.timeUs[i] as number) - this.startUs, 6, 4);
    if (flags & FLAG_ERROR) {
      if (flags !== FLAG_ERROR || size > 0 || batch.id[i] !== 0) this.reduced++;
      text.byte(SPACE);
      text.decimal((batch.channel[i] as number) + 1);
      text.text("  ErrorFrame");
    } else {
      if (isMixture(flags, size)) this.reduced++;
      if (isFdFrame(flags, size)) this.fd(batch, i, flags);
      else this.classic(batch, i, flags);
    }
    text.byte(0x0a);
  }

  private classic(batch: FrameBatch, i: number, flags: number): void {
    const text = this.text;
    const size = Math.min(batch.size[i] as number, 8);
    text.made(CHANNELS[batch.channel[i] as number] as MadeText);
    this.id(batch.id[i] as number, flags);
    text.made(CLASSIC[flags & 127] as MadeText);
    text.byte(0x30 + size);
    if (!(flags & FLAG_REMOTE)) text.hexBytes(batch.data, batch.start[i] as number, size, SPACE);
  }

  private fd(batch: FrameBatch, i: number, flags: number): void {
    const text = this.text;
    const size = batch.size[i] as number;
    text.text(" CANFD ");
    text.decimal((batch.channel[i] as number) + 1, 3, SPACE);
    text.text(flags & FLAG_TX ? " Tx   " : " Rx   ");
    this.id(batch.id[i] as number, flags);
    text.text("                                  ");
    text.text(flags & FLAG_BRS ? " 1" : " 0");
    text.text(flags & FLAG_ESI ? " 1 " : " 0 ");
    text.text("0123456789abcdef".charAt(dlcOfSize(size)));
    text.byte(SPACE);
    text.decimal(size, 2, SPACE);
    text.hexBytes(batch.data, batch.start[i] as number, size, SPACE);
    const column = 0x1000 | (flags & FLAG_BRS ? 0x2000 : 0) | (flags & FLAG_ESI ? 0x4000 : 0);
    text.text("        0    0 ");
    text.hex(column, 8);
    text.text("        0        0        0        0        0");
  }

  private id(id: number, flags: number): void {
    if (flags & FLAG_EXTENDED) {
      this.text.hex(id, 8);
      this.text.byte(0x78);
    } else this.text.hex(id, 3);
  }
}
