import { RangeReader } from "../range-reader.ts";
import type { LogSink, ReadOptions } from "../reader.ts";
import { type Reading, readBlock, viewOf } from "./blocks.ts";
import type { Cursor } from "./cursor.ts";
import type { Mdf4File } from "./data-stream.ts";
import { type FrameLayout, frameLayout } from "./frame-layout.ts";
import { mergeCursors } from "./merge.ts";
import { RecordDecoder, type StartTime } from "./record.ts";
import { SignalData } from "./signal-data.ts";
import { SortedCursor } from "./sorted.ts";
import { type ChannelGroup, type DataGroup, StructureReader } from "./structure.ts";
import { type RecordKind, UnsortedCursor } from "./unsorted.ts";
import { VlsdRecords } from "./vlsd-records.ts";

const ID_BLOCK_BYTES = 64;
/** id_unfin_flags: the length of the last DT block was never written. */
const UNFINISHED_LENGTH = 0x04;
/** Real files have one data group per bus and frame type, some dozens. */
const MAX_CURSORS = 256;

/** CAN frames of an MDF 4.x file: sorted, unsorted, unfinalised, compressed. */
export class Mdf4Reader extends RangeReader {
  private readonly file: Mdf4File;

  constructor(sink: LogSink, options: ReadOptions = {}) {
    super(sink);
    this.file = { out: this.out, options, openEndedData: 0, dataBytesRead: 0, heldBytes: 0 };
    this.start();
  }

  get bytesRead(): number {
    return this.file.dataBytesRead;
  }

  protected override *read(): Reading<void> {
    const { file } = this;
    const id = new Uint8Array(yield { at: 0, length: ID_BLOCK_BYTES });
    const header = yield* readBlock(ID_BLOCK_BYTES, "HD");
    if (id.length < ID_BLOCK_BYTES || header === undefined || header.data.byteLength < 8) {
      file.out.problem("badHeader", 0);
      return;
    }
    const start = startTime(header.data);
    const structure = new StructureReader(file.out);
    const groups = yield* structure.dataGroups(header.links[0] ?? 0);
    const isUnfinished = id[0] === 0x55 && (viewOf(id).getUint16(60, true) & UNFINISHED_LENGTH) !== 0;
    if (isUnfinished) file.openEndedData = groups.reduce((last, { dataLink }) => Math.max(last, dataLink), 0);
    yield* mergeCursors(this.cursors(groups, start), file.out);
    file.out.flush();
  }

  private cursors(groups: readonly DataGroup[], start: StartTime): Cursor[] {
    const found: Cursor[] = [];
    for (const group of groups) {
      const cursor = group.dataLink === 0 ? undefined : this.cursor(group, start);
      if (cursor !== undefined && found.length < MAX_CURSORS) found.push(cursor);
      else if (cursor !== undefined) this.file.out.problem("tooLarge", group.dataLink);
    }
    return found;
  }

  private cursor(group: DataGroup, start: StartTime): Cursor | undefined {
    const layouts = group.groups.map((channelGroup) => this.layout(channelGroup));
    if (layouts.every((layout) => layout === undefined)) return undefined;
    const [only] = layouts;
    if (group.recordIdBytes === 0) {
      return only === undefined
        ? undefined
        : new SortedCursor(this.file, new RecordDecoder(only, start), group.dataLink);
    }
    return new UnsortedCursor(this.file, group, this.recordKinds(group, layouts, start));
  }

  private recordKinds(
    group: DataGroup,
    layouts: readonly (FrameLayout | undefined)[],
    start: StartTime,
  ): Map<number, RecordKind> {
    const valuesAt = new Map<number, VlsdRecords>();
    for (const channelGroup of group.groups) if (channelGroup.isVlsd) valuesAt.set(channelGroup.at, new VlsdRecords());
    const kinds = new Map<number, RecordKind>();
    group.groups.forEach((channelGroup, i) => {
      const layout = layouts[i];
      const values = valuesAt.get(channelGroup.at);
      if (values) kinds.set(channelGroup.recordId, { kind: "values", values });
      else if (layout) {
        const decoder = new RecordDecoder(layout, start);
        const payloads = this.payloads(layout, valuesAt);
        kinds.set(channelGroup.recordId, { kind: "frames", decoder, group: i, ...payloads });
      } else kinds.set(channelGroup.recordId, { kind: "other", recordBytes: channelGroup.recordBytes });
    });
    return kinds;
  }

  /** The link leads to a group of values in the same data, or to a block of signal data as in sorted groups. */
  private payloads({ vlsdLink }: FrameLayout, valuesAt: ReadonlyMap<number, VlsdRecords>) {
    if (vlsdLink === undefined) return {};
    const values = valuesAt.get(vlsdLink);
    return values ? { values } : { signalData: new SignalData(this.file, vlsdLink) };
  }

  private layout(group: ChannelGroup): FrameLayout | undefined {
    const layout = group.isVlsd ? undefined : frameLayout(group);
    if (layout !== "broken") return layout;
    this.file.out.problem("badBlock", group.at);
    return undefined;
  }
}

/** HD: nanoseconds since 1970, UTC. */
function startTime(data: DataView): StartTime {
  const ns = data.getBigUint64(0, true);
  return { us: Number(ns / 1000n), fractionUs: Number(ns % 1000n) / 1000 };
}
