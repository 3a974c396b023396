import type { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import type { Message } from "@canopy/can/dbc/model";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { seconds } from "./json-number.ts";
import { GrowingBytes, LineBuffer } from "./line-buffer.ts";
import { type MessageText, messageText } from "./message-text.ts";
import { ValueTexts } from "./value-text.ts";

const SECOND_US = 1_000_000;
const OPEN = 0x7b;
const TIME = new GrowingBytes('{"t":"');
const END = new GrowingBytes("}}\n");
const EMPTY = new GrowingBytes("{}}\n");
/** Time, channel, identifier and the words around them, without the name of the message. */
const HEAD_BYTES = 256;
/** A log of noise must not fill the memory with identifiers. */
const MAX_KNOWN = 65_536;

/** The part that every line of an identifier shares. */
interface IdentifierText {
  readonly id: number;
  readonly isExtended: boolean;
  readonly message: Message | null;
  readonly text: MessageText | null;
  /** Between time and signals, by channel. */
  readonly heads: (GrowingBytes | undefined)[];
  readonly maxBytes: number;
}

/** Frames as lines of JSON (design.md §10), each decoded by the first DBC that has its identifier. */
export class FrameLines {
  readonly out = new LineBuffer();
  private readonly decoders: readonly DbcDecoder[];
  private readonly values = new ValueTexts();
  private readonly texts = new Map<Message, MessageText>();
  private readonly standard: (IdentifierText | undefined)[] = [];
  private readonly extended = new Map<number, IdentifierText>();
  /** The second of the time written last, with its digits and the point: frames come many to the second. */
  private secondUs = Number.NaN;
  private second = new GrowingBytes("");

  constructor(decoders: readonly DbcDecoder[]) {
    this.decoders = decoders;
  }

  write(batch: FrameBatch): void {
    for (let i = 0; i < batch.length; i++) this.line(batch, i);
  }

  private line(batch: FrameBatch, i: number): void {
    const { out } = this;
    const flags = batch.flags[i] as number;
    const id = batch.id[i] as number;
    const isExtended = (flags & FLAG_EXTENDED) !== 0;
    const known = flags & FLAG_ERROR ? this.known(id, isExtended, []) : this.find(id, isExtended);
    out.ensure(known.maxBytes);
    out.made(TIME);
    this.time(batch.timeUs[i] as number);
    const channel = batch.channel[i] as number;
    known.heads[channel] ??= headOf(known, channel);
    out.made(known.heads[channel] as GrowingBytes);
    const from = out.length;
    if (!(flags & FLAG_REMOTE)) known.text?.put(batch.data, batch.start[i] as number, batch.size[i] as number);
    if (out.length === from) out.made(EMPTY);
    else {
      // Over the comma of the first signal.
      out.bytes[from] = OPEN;
      out.made(END);
    }
  }

  private time(timeUs: number): void {
    const { out } = this;
    if (!(timeUs >= this.secondUs && timeUs < this.secondUs + SECOND_US)) {
      this.secondUs = Math.floor(timeUs / SECOND_US) * SECOND_US;
      this.second = new GrowingBytes(`${this.secondUs / SECOND_US}.`);
    }
    const micros = timeUs - this.secondUs;
    if (!Number.isInteger(micros)) {
      out.ascii(seconds(timeUs));
      return;
    }
    const thousands = (micros / 1000) | 0;
    out.made(this.second);
    out.three(thousands);
    out.three(micros - 1000 * thousands);
  }

  private find(id: number, isExtended: boolean): IdentifierText {
    const known = isExtended ? this.extended.get(id) : this.standard[id];
    if (known !== undefined) return known;
    const made = this.known(id, isExtended, this.decoders);
    if (!isExtended) this.standard[id] = made;
    else if (this.extended.size < MAX_KNOWN) this.extended.set(id, made);
    return made;
  }

  private known(id: number, isExtended: boolean, decoders: readonly DbcDecoder[]): IdentifierText {
    let message: Message | null = null;
    for (const decoder of decoders) message ??= decoder.find(id, isExtended)?.message ?? null;
    const text = message === null ? null : this.textOf(message);
    const maxBytes = HEAD_BYTES + 6 * (message?.name.length ?? 0) + (text?.maxBytes ?? 0);
    return { id, isExtended, message, text, heads: [], maxBytes };
  }

  /** J1939: one message has many identifiers. */
  private textOf(message: Message): MessageText {
    const text = this.texts.get(message) ?? messageText(message, this.out, this.values);
    this.texts.set(message, text);
    return text;
  }
}

function headOf({ id, isExtended, message }: IdentifierText, channel: number): GrowingBytes {
  const name = message === null ? "null" : JSON.stringify(message.name);
  return new GrowingBytes(`","ch":${channel},"id":${id},"ext":${isExtended},"message":${name},"signals":`);
}
