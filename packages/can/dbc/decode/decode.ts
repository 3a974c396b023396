import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE, type Frame } from "../../frame/frame.ts";
import { MessageIndex } from "../find.ts";
import type { Dbc, Message, Raw, Signal } from "../model.ts";
import { layoutOf, type MessageLayout, type SignalLayout } from "./layout.ts";
import { physicalOf, readRaw } from "./read-raw.ts";

export interface DecodedSignal {
  readonly signal: Signal;
  /** Exact: a bigint beyond 2^53. */
  readonly raw: Raw;
  /** raw · factor + offset; a bigint only where the scale is whole and the number needs it. */
  readonly value: Raw;
  /** The text of the value table for the raw value. */
  readonly text: string | null;
}

export interface DecodedFrame {
  readonly message: Message;
  readonly signals: readonly DecodedSignal[];
}

/** Decodes single frames into objects, for tables and tools; columns of many frames: `dbc/decode-batch`. */
export class DbcDecoder {
  readonly dbc: Dbc;
  private readonly index: MessageIndex;
  private readonly decoders: MessageDecoder[] = [];

  constructor(dbc: Dbc) {
    this.dbc = dbc;
    this.index = new MessageIndex(dbc);
  }

  find(id: number, isExtended: boolean): MessageDecoder | null {
    const index = this.index.find(id, isExtended);
    const message = this.dbc.messages[index];
    if (message === undefined) return null;
    this.decoders[index] ??= new MessageDecoder(message);
    return this.decoders[index] ?? null;
  }

  /** Null: no message of the DBC. Remote and error frames carry no signals. */
  decode(frame: Frame): DecodedFrame | null {
    const decoder = this.find(frame.id, (frame.flags & FLAG_EXTENDED) !== 0);
    if (decoder === null || frame.flags & FLAG_ERROR) return null;
    const signals = frame.flags & FLAG_REMOTE ? [] : decoder.decode(frame.data);
    return { message: decoder.message, signals };
  }
}

export class MessageDecoder {
  readonly message: Message;
  private readonly layout: MessageLayout;
  private readonly texts: ReadonlyArray<ReadonlyMap<Raw, string> | null>;
  private readonly raws: (Raw | undefined)[];

  constructor(message: Message) {
    this.message = message;
    this.layout = layoutOf(message);
    this.raws = new Array(message.signals.length);
    this.texts = message.signals.map(({ values }) =>
      values.length === 0 ? null : new Map(values.map(({ raw, text }) => [raw, text])),
    );
  }

  /**
   * The signals that are in this payload, in the order of the message: those of inactive branches and those that
   * reach beyond its end have no value. A payload may be longer than a frame (reassembled J1939).
   */
  decode(payload: Uint8Array): DecodedSignal[] {
    const raws = this.read(payload);
    const decoded: DecodedSignal[] = [];
    for (const [i, signal] of this.message.signals.entries()) {
      const raw = raws[i];
      if (raw === undefined) continue;
      const value = physicalOf(raw, signal.factor, signal.offset);
      decoded.push({ signal, raw, value, text: this.texts[i]?.get(raw) ?? null });
    }
    return decoded;
  }

  /**
   * The physical values alone, into one place for each signal from `from` on: NaN for those not in this payload.
   * Returns how many are in it.
   */
  decodeInto(payload: Uint8Array, values: Float64Array, from = 0): number {
    const raws = this.read(payload);
    const { signals } = this.message;
    let found = 0;
    for (let i = 0; i < signals.length; i++) {
      const raw = raws[i];
      const { factor, offset } = signals[i] as Signal;
      values[from + i] = raw === undefined ? Number.NaN : Number(physicalOf(raw, factor, offset));
      if (raw !== undefined) found++;
    }
    return found;
  }

  /** Good until the next call. */
  private read(payload: Uint8Array): readonly (Raw | undefined)[] {
    const { raws } = this;
    raws.fill(undefined);
    for (const i of this.layout.order) {
      const layout = this.layout.signals[i] as SignalLayout;
      if (layout.minimumLength > payload.length) continue;
      if (layout.selector !== null && !isSelected(layout.ranges, raws[layout.selector])) continue;
      raws[i] = readRaw(payload, layout, this.message.signals[i] as Signal);
    }
    return raws;
  }
}

/** The selector's value as declared, signed or not, as cantools compares it [DBC-04]. */
export function isSelected(ranges: readonly number[], selector: Raw | undefined): boolean {
  if (selector === undefined) return false;
  for (let k = 0; k < ranges.length; k += 2) {
    if (selector >= (ranges[k] as number) && selector <= (ranges[k + 1] as number)) return true;
  }
  return false;
}
