import type { FrameBatch } from "../../frame/batch.ts";
import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_REMOTE,
  FLAG_TX,
  MAX_EXTENDED_ID,
} from "../../frame/frame.ts";
import { isFdFrame, isMixture } from "../frame-kind.ts";
import { MadeText } from "../text-buffer.ts";
import { TextWriter } from "../text-writer.ts";
import type { LogOutput, WriteOptions } from "../writer.ts";

const OPEN = 0x28;
const HASH = 0x23;
/** linux/can.h: CAN_ERR_FLAG. */
const ERROR_BIT = 0x20000000;

/**
 * `candump -L`. Only sent frames get the direction column (` T`): logs of received frames stay readable for
 * tools that do not know it.
 */
export class CandumpWriter extends TextWriter {
  private readonly options: WriteOptions;
  /** The text between time and id, by channel. */
  private readonly channels: (MadeText | undefined)[] = [];

  constructor(output: LogOutput, options: WriteOptions = {}) {
    super(output);
    this.options = options;
  }

  protected override header(): void {}

  protected override line(batch: FrameBatch, i: number): void {
    const text = this.text;
    const flags = batch.flags[i] as number;
    text.byte(OPEN);
    text.seconds(batch.timeUs[i] as number);
    text.made(this.channel(batch.channel[i] as number));
    const id = batch.id[i] as number;
    if (flags & FLAG_ERROR) text.hex(((id & MAX_EXTENDED_ID) | ERROR_BIT) >>> 0, 8);
    else if (flags & FLAG_EXTENDED) text.hex(id, 8);
    else text.hex(id, 3);
    text.byte(HASH);
    this.payload(batch, i, flags);
    if (flags & FLAG_TX) text.text(" T");
    text.byte(0x0a);
  }

  private channel(channel: number): MadeText {
    this.channels[channel] ??= new MadeText(`) ${this.options.channelName?.(channel) ?? `can${channel}`} `);
    return this.channels[channel];
  }

  private payload(batch: FrameBatch, i: number, flags: number): void {
    const text = this.text;
    const size = batch.size[i] as number;
    if (isMixture(flags, size)) this.reduced++;
    if (flags & FLAG_REMOTE) {
      text.byte(0x52);
      if (size > 0) text.hex(Math.min(size, 8), 1);
      return;
    }
    if (isFdFrame(flags, size)) {
      text.byte(HASH);
      text.hex((flags & FLAG_BRS ? 1 : 0) | (flags & FLAG_ESI ? 2 : 0), 1);
    }
    text.hexBytes(batch.data, batch.start[i] as number, size, 0);
  }
}
