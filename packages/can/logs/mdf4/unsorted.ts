import { FrameBatch } from "../../frame/batch.ts";
import { ByteQueue } from "../byte-queue.ts";
import { type Reading, viewOf } from "./blocks.ts";
import type { Cursor } from "./cursor.ts";
import { DataStream, type Mdf4File } from "./data-stream.ts";
import type { RecordDecoder } from "./record.ts";
import { ReorderWindow } from "./reorder.ts";
import type { SignalData } from "./signal-data.ts";
import type { DataGroup } from "./structure.ts";
import type { VlsdRecords } from "./vlsd-records.ts";

/** Frames: their payloads are in their records, in records of their own (`values`), or in a block (`signalData`). */
interface FrameKind {
  kind: "frames";
  decoder: RecordDecoder;
  group: number;
  values?: VlsdRecords | undefined;
  signalData?: SignalData | undefined;
}

/** Kinds of records by id: frames, values of variable length, or ignored. */
export type RecordKind = FrameKind | { kind: "values"; values: VlsdRecords } | { kind: "other"; recordBytes: number };

/** A value in a VLSD record is a payload; a longer one is damage, and with it the rest of the group is lost. */
const MAX_VALUE_BYTES = 1024 * 1024;

/** An unsorted data group: records of several channel groups mixed, each behind its record id. */
export class UnsortedCursor implements Cursor {
  batch = new FrameBatch();
  private readonly file: Mdf4File;
  private readonly stream: DataStream;
  private readonly idBytes: number;
  private readonly kinds: Map<number, RecordKind>;
  private readonly queue = new ByteQueue();
  private readonly window = new ReorderWindow();
  private isBroken = false;

  constructor(file: Mdf4File, group: DataGroup, kinds: Map<number, RecordKind>) {
    this.file = file;
    this.stream = new DataStream(file, group.dataLink);
    this.idBytes = group.recordIdBytes;
    this.kinds = kinds;
  }

  *fill(): Reading<void> {
    this.batch.clear();
    while (!this.window.isFull && !this.isBroken) {
      yield* this.takeRecords();
      if (this.window.isFull || this.isBroken) break;
      this.queue.own();
      const piece = yield* this.stream.next();
      if (piece === undefined) {
        this.endOfData();
        break;
      }
      this.queue.append(piece);
      this.queue.own();
    }
    this.window.drain(this.batch, this.isBroken);
    for (const kind of this.kinds.values()) if (kind.kind === "values") kind.values.forget(this.window, this.file);
  }

  private endOfData(): void {
    if (this.queue.length > 0) this.file.out.problem("truncated", this.file.dataBytesRead);
    this.isBroken = true;
  }

  private *takeRecords(): Reading<void> {
    const { queue, idBytes } = this;
    const view = viewOf(queue.bytes);
    while (queue.length >= idBytes && !this.window.isFull) {
      const body = queue.from + idBytes;
      const kind = this.kinds.get(recordId(view, queue.from, idBytes));
      const size = kind === undefined ? -1 : recordSize(kind, view, body, queue.to);
      if (kind === undefined || size < 0) {
        // Without the length of this record the next one cannot be found.
        this.file.out.problem("badBlock", this.file.dataBytesRead - queue.length);
        this.isBroken = true;
        return;
      }
      if (body + size > queue.to) return;
      if (kind.kind === "values") kind.values.value(this.window, queue.bytes, body + 4, size - 4);
      else if (kind.kind === "frames") {
        const { signalData, decoder } = kind;
        const offset = signalData ? decoder.vlsdOffset(view, body) : 0;
        const isFound = signalData !== undefined && (signalData.find(offset) || (yield* signalData.load(offset)));
        this.takeFrame(kind, view, body, isFound);
      }
      queue.from = body + size;
    }
  }

  /** `isFound`: its payload is in the signal data that is loaded. */
  private takeFrame({ decoder, group, values, signalData }: FrameKind, view: DataView, body: number, isFound: boolean) {
    const { bytes } = this.queue;
    const { batch } = this.window;
    const index = signalData
      ? signalData.push(decoder, { batch, view, bytes }, body, isFound)
      : decoder.push(batch, view, bytes, body);
    if (index < 0) {
      this.file.out.problem("badObject", this.file.dataBytesRead - (this.queue.to - body));
      return;
    }
    this.window.group(index, group);
    values?.frame(this.window, index, decoder.vlsdOffset(view, body));
  }
}

function recordId(view: DataView, at: number, bytes: number): number {
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true);
  return view.getUint32(at, true);
}

/** Bytes behind the record id; -1 when absurd. More than there is while the length itself is still to come. */
function recordSize(kind: RecordKind, view: DataView, body: number, to: number): number {
  if (kind.kind === "frames") return kind.decoder.layout.recordBytes;
  if (kind.kind === "other") return kind.recordBytes;
  if (body + 4 > to) return 4;
  const length = view.getUint32(body, true);
  return length > MAX_VALUE_BYTES ? -1 : 4 + length;
}
