import { FrameBatch } from "../../frame/batch.ts";
import { ByteQueue } from "../byte-queue.ts";
import { type Reading, viewOf } from "./blocks.ts";
import { CURSOR_FRAMES, type Cursor } from "./cursor.ts";
import { DataStream, type Mdf4File } from "./data-stream.ts";
import type { RecordDecoder } from "./record.ts";
import { SignalData } from "./signal-data.ts";

/** A sorted data group: one channel group, records back to back. */
export class SortedCursor implements Cursor {
  batch = new FrameBatch();
  private readonly file: Mdf4File;
  private readonly decoder: RecordDecoder;
  private readonly stream: DataStream;
  private readonly signalData: SignalData | undefined;
  private readonly queue = new ByteQueue();

  constructor(file: Mdf4File, decoder: RecordDecoder, dataLink: number) {
    this.file = file;
    this.decoder = decoder;
    this.stream = new DataStream(file, dataLink);
    const { vlsdLink } = decoder.layout;
    this.signalData = vlsdLink === undefined ? undefined : new SignalData(file, vlsdLink);
  }

  *fill(): Reading<void> {
    this.batch.clear();
    while (this.batch.length === 0) {
      if (this.queue.length < this.decoder.layout.recordBytes && !(yield* this.load())) return;
      if (this.signalData) yield* this.takeVariable(this.signalData);
      else this.take();
    }
  }

  private *load(): Reading<boolean> {
    this.queue.own();
    const piece = yield* this.stream.next();
    if (piece === undefined) return false;
    this.queue.append(piece);
    this.queue.own();
    return true;
  }

  private take(): void {
    const { queue, batch, decoder } = this;
    const { recordBytes } = decoder.layout;
    const view = viewOf(queue.bytes);
    let at = queue.from;
    while (at + recordBytes <= queue.to && batch.length < CURSOR_FRAMES) {
      if (decoder.push(batch, view, queue.bytes, at) < 0) this.damaged(queue.to - at);
      at += recordBytes;
    }
    queue.from = at;
  }

  private *takeVariable(signalData: SignalData): Reading<void> {
    const { queue, batch, decoder } = this;
    const { recordBytes } = decoder.layout;
    const records = { batch, view: viewOf(queue.bytes), bytes: queue.bytes };
    while (queue.length >= recordBytes && batch.length < CURSOR_FRAMES) {
      const offset = decoder.vlsdOffset(records.view, queue.from);
      const isFound = signalData.find(offset) || (yield* signalData.load(offset));
      if (signalData.push(decoder, records, queue.from, isFound) < 0) this.damaged(queue.length);
      queue.from += recordBytes;
    }
  }

  private damaged(bytesLeft: number): void {
    this.file.out.problem("badObject", this.file.dataBytesRead - bytesLeft);
  }
}
