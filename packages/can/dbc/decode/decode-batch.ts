import type { FrameBatch } from "../../frame/batch.ts";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "../../frame/frame.ts";
import { MessageIndex } from "../find.ts";
import type { Dbc, Message } from "../model.ts";
import { type Column, type ColumnValues, type DecodeRows, newColumns } from "./columns.ts";
import { canCompile, compile } from "./compile.ts";
import { interpret } from "./interpret.ts";
import { layoutOf, type MessageLayout } from "./layout.ts";

export interface BatchDecoderOptions {
  /** `auto`: compiled where generated code is allowed. */
  readonly engine?: "auto" | "compiled" | "interpreted";
  readonly values?: ColumnValues;
}

/** The frames of one message as columns, one for each signal of the message, in its order. */
export interface MessageColumns {
  readonly message: Message;
  /** The index of the message in the DBC. */
  readonly index: number;
  /** Rows in use: the arrays are longer. */
  readonly length: number;
  /** The frame of each row, as an index into the batch: time and channel are there. */
  readonly frame: Uint32Array;
  readonly columns: readonly Column[];
  /** Per signal 1 where the row has a value (else NaN or 0n); null: all have. */
  readonly present: readonly Uint8Array[] | null;
}

const FIRST_ROWS = 64;

/** Decodes batches of frames into columns. The result of a call is valid until the next call. */
export class BatchDecoder {
  readonly dbc: Dbc;
  private readonly index: MessageIndex;
  private readonly options: Required<BatchDecoderOptions>;
  private readonly tables: Array<MessageTable | undefined> = [];

  constructor(dbc: Dbc, options: BatchDecoderOptions = {}) {
    const { engine = "auto", values = "physical" } = options;
    this.dbc = dbc;
    this.index = new MessageIndex(dbc);
    this.options = { engine: engine === "auto" ? (canCompile() ? "compiled" : "interpreted") : engine, values };
  }

  /** The messages that occur in frames `from … to - 1`, in the order in which they first do. */
  decode(batch: FrameBatch, from = 0, to = batch.length): MessageColumns[] {
    const touched = this.collect(batch, from, to);
    return touched.map((table) => table.decode(batch));
  }

  private collect(batch: FrameBatch, from: number, to: number): MessageTable[] {
    const touched: MessageTable[] = [];
    const { id, flags, size } = batch;
    for (const table of this.tables) table?.clear();
    for (let i = from; i < to; i++) {
      const flag = flags[i] as number;
      if (flag & (FLAG_REMOTE | FLAG_ERROR)) continue;
      const index = this.index.find(id[i] as number, (flag & FLAG_EXTENDED) !== 0);
      if (index < 0) continue;
      const table = this.tables[index] ?? this.newTable(index);
      if (table.length === 0) touched.push(table);
      table.add(i, size[i] as number);
    }
    return touched;
  }

  private newTable(index: number): MessageTable {
    const table = new MessageTable(this.dbc.messages[index] as Message, index, this.options);
    this.tables[index] = table;
    return table;
  }
}

class MessageTable {
  length = 0;
  private frame = new Uint32Array(FIRST_ROWS);
  private shortest = 64;
  private columns: Column[] = [];
  private present: Uint8Array[] = [];
  private readonly message: Message;
  private readonly index: number;
  private readonly layout: MessageLayout;
  private readonly values: ColumnValues;
  private readonly decodeRows: DecodeRows;

  constructor(message: Message, index: number, options: Required<BatchDecoderOptions>) {
    this.message = message;
    this.index = index;
    this.layout = layoutOf(message);
    this.values = options.values;
    const make = options.engine === "compiled" ? compile : interpret;
    this.decodeRows = make(message, this.layout, options.values);
  }

  clear(): void {
    this.length = 0;
    this.shortest = 64;
  }

  add(frame: number, size: number): void {
    if (this.length === this.frame.length) {
      const longer = new Uint32Array(this.length * 2);
      longer.set(this.frame);
      this.frame = longer;
    }
    this.frame[this.length++] = frame;
    if (size < this.shortest) this.shortest = size;
  }

  decode(batch: FrameBatch): MessageColumns {
    const { message, index, layout, length, frame } = this;
    const isWhole = !layout.isMultiplexed && this.shortest >= layout.minimumLength;
    if ((this.columns[0]?.length ?? 0) < length) this.columns = newColumns(layout, this.values, frame.length);
    if (!isWhole && (this.present[0]?.length ?? 0) < length) {
      this.present = layout.signals.map(() => new Uint8Array(frame.length));
    }
    const present = isWhole ? null : this.present;
    const { start, size, data } = batch;
    this.decodeRows({ frame, count: length, start, size, data }, this.columns, present);
    return { message, index, length, frame, columns: this.columns, present };
  }
}
