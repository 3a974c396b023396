import type { FrameBatch } from "../../frame/batch.ts";
import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "../../frame/frame.ts";
import { encodeBase64 } from "../base64.ts";
import { MadeText } from "../text-buffer.ts";
import { TextWriter } from "../text-writer.ts";
import { CANOPY_HEADER, GVRET_HEADER, PYTHON_CAN_HEADER } from "./csv-columns.ts";

const COMMA = 0x2c;
const SPACE = 0x20;
const ZERO = 0x30;

function bit(flags: number, mask: number): number {
  return flags & mask ? ZERO + 1 : ZERO;
}

/** The cells of flags and direction, by flags. */
const FLAG_CELLS = Array.from({ length: 128 }, (_, flags) => {
  const masks = [FLAG_EXTENDED, FLAG_REMOTE, FLAG_ERROR, FLAG_FD, FLAG_BRS, FLAG_ESI];
  const cells = masks.map((mask) => (flags & mask ? 1 : 0));
  return new MadeText(`,${cells.join()},${flags & FLAG_TX ? "Tx" : "Rx"},`);
});
const CHANNEL_CELLS = Array.from({ length: 256 }, (_, channel) => new MadeText(`,${channel},0x`));
const SIZE_CELLS = Array.from({ length: 256 }, (_, size) => new MadeText(`${size},`));

/** Our own CSV: every field of a frame, no cell that a spreadsheet could run. */
export class CsvWriter extends TextWriter {
  protected override header(): void {
    this.text.text(`${CANOPY_HEADER}\n`);
  }

  protected override line(batch: FrameBatch, i: number): void {
    const text = this.text;
    const flags = batch.flags[i] as number;
    text.seconds(batch.timeUs[i] as number);
    text.made(CHANNEL_CELLS[batch.channel[i] as number] as MadeText);
    text.hex(batch.id[i] as number, flags & (FLAG_EXTENDED | FLAG_ERROR) ? 8 : 3);
    text.made(FLAG_CELLS[flags & 127] as MadeText);
    const size = batch.size[i] as number;
    text.made(SIZE_CELLS[size] as MadeText);
    if (size > 0 && !(flags & FLAG_REMOTE)) {
      const start = batch.start[i] as number;
      text.hexBytes(batch.data, start, 1, 0);
      text.hexBytes(batch.data, start + 1, size - 1, SPACE);
    }
    text.byte(0x0a);
  }
}

const LOST_FLAGS = FLAG_FD | FLAG_BRS | FLAG_ESI | FLAG_TX;

/** python-can's CSV: no channel, no direction, no FD flags. */
export class PythonCanCsvWriter extends TextWriter {
  protected override header(): void {
    this.text.text(`${PYTHON_CAN_HEADER}\n`);
  }

  protected override line(batch: FrameBatch, i: number): void {
    const text = this.text;
    const flags = batch.flags[i] as number;
    const size = batch.size[i] as number;
    if (flags & LOST_FLAGS || (batch.channel[i] as number) > 0) this.reduced++;
    text.scaled(batch.timeUs[i] as number, 6);
    text.text(`,0x${(batch.id[i] as number).toString(16)}`);
    for (const mask of [FLAG_EXTENDED, FLAG_REMOTE, FLAG_ERROR]) {
      text.byte(COMMA);
      text.byte(bit(flags, mask));
    }
    text.byte(COMMA);
    text.decimal(size);
    text.byte(COMMA);
    if (!(flags & FLAG_REMOTE)) text.text(encodeBase64(batch.data, batch.start[i] as number, size));
    text.byte(0x0a);
  }
}

/** SavvyCAN's GVRET CSV: classic data frames; remote, error and FD frames are left out. */
export class GvretCsvWriter extends TextWriter {
  protected override header(): void {
    this.text.text(`${GVRET_HEADER}\n`);
  }

  protected override line(batch: FrameBatch, i: number): void {
    const text = this.text;
    const flags = batch.flags[i] as number;
    const size = batch.size[i] as number;
    if (flags & (FLAG_REMOTE | FLAG_ERROR | FLAG_FD) || size > 8) {
      this.skipped++;
      return;
    }
    if (flags & (FLAG_BRS | FLAG_ESI)) this.reduced++;
    text.decimal(batch.timeUs[i] as number);
    text.byte(COMMA);
    text.hex(batch.id[i] as number, 8);
    text.text(flags & FLAG_EXTENDED ? ",true," : ",false,");
    text.text(flags & FLAG_TX ? "Tx," : "Rx,");
    text.decimal(batch.channel[i] as number);
    text.byte(COMMA);
    text.decimal(size);
    text.hexBytes(batch.data, batch.start[i] as number, size, COMMA);
    for (let k = size; k < 8; k++) text.text(",00");
    text.text(",\n");
  }
}
