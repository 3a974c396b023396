import { crc32 } from "node:zlib";
import type { SegmentRow } from "../reading/segment-index.ts";
import type { SegmentAccess } from "../reading/segment-sources.ts";
import { loadRuns, partsOf, runOf, type SourceRun, storedSource } from "../reading/source-run.ts";
import type { SegmentFooter } from "../segments/footer.ts";
import { crcOfFrames, type Run, sliceRun } from "../segments/run.ts";
import { SegmentWriter } from "../segments/segment-writer.ts";
import { MINUTE_US, overlaps, spanWindow, type TimeWindow } from "../store/time-window.ts";
import { bytesOf, compareLaid, type Laid } from "./merge-file.ts";
import type { WrittenFile } from "./settle-file.ts";
import { SegmentFileWriter } from "./write-segments.ts";

/** Segments of which only a part stays. */
export interface CutJob {
  readonly file: string;
  readonly cuts: readonly SegmentCut[];
}

export interface SegmentCut {
  readonly row: SegmentRow;
  /** The windows that stay, in the order of time, disjoint. */
  readonly keep: readonly TimeWindow[];
  /** The channels that are cut; others stay whole. All where it is left out. */
  readonly channels?: readonly number[] | undefined;
}

const isCut = ({ channels }: SegmentCut, channel: number): boolean =>
  channels === undefined || channels.includes(channel);

/** Writes the rest of each segment, as segments of the same level. An empty rest is left out. */
export async function cutFile(access: SegmentAccess, { file: name, cuts }: CutJob): Promise<WrittenFile> {
  const file = await SegmentFileWriter.create(access.files, name);
  try {
    for (const cut of cuts) await cutSegment(access, file, cut);
    await file.finish();
    return { bytes: file.length, segments: file.segments };
  } catch (error) {
    await file.abort();
    throw error;
  }
}

async function cutSegment(access: SegmentAccess, file: SegmentFileWriter, cut: SegmentCut): Promise<void> {
  const { row, keep } = cut;
  const footer = await access.footers.get(row);
  const writer = new SegmentWriter(row.bindingNumber);
  const offset = file.length;
  const laid: Laid[] = [];
  for (let index = 0; index < footer.runs; index += 1) {
    const source = storedSource(row, footer, index);
    const window = spanWindow(source);
    const isWhole = keep.some(({ fromUs, toUs }) => fromUs <= window.fromUs && toUs >= window.toUs);
    if (isWhole || !isCut(cut, source.channel)) {
      const bytes = await bytesOf(access, source);
      writer.copy(footer, index);
      laid.push({ kind: "copied", crc: crc32(bytes) });
      await file.add([bytes]);
    } else if (keep.some((one) => overlaps(one, window))) {
      await loadRuns(access.files, [source]);
      for (const part of rowsKept(source, keep)) {
        await file.add(writer.takeUncounted(part));
        laid.push({ kind: "encoded", crc: crcOfFrames(part) });
      }
      source.parts = undefined;
    }
  }
  if (writer.runs === 0) return;
  await countMinutes(access, cut, footer, writer);
  const segment = await file.end(writer, offset, row.level);
  file.afterFinish(() => compareLaid(file, segment, laid));
}

/** The rows of a run that stay, as runs. */
function rowsKept(source: SourceRun, keep: readonly TimeWindow[]): Run[] {
  const { times } = partsOf(source);
  const run = runOf(source);
  return keep.flatMap(({ fromUs, toUs }) => {
    const from = times.rowAt(fromUs);
    const to = times.rowAt(toUs);
    return from < to ? [sliceRun(run, from, to)] : [];
  });
}

/** Minutes that stay whole keep their count; those that a window cuts are counted by the times of their frames. */
async function countMinutes(
  access: SegmentAccess,
  segment: SegmentCut,
  footer: SegmentFooter,
  writer: SegmentWriter,
): Promise<void> {
  const { row, keep, channels } = segment;
  const cut: TimeWindow[] = [];
  for (let at = 0; at < footer.minutes.minute.length; at += 1) {
    const entry = footer.minuteAt(at);
    const minute = { fromUs: entry.minute * MINUTE_US, toUs: (entry.minute + 1) * MINUTE_US };
    if (keep.some(({ fromUs, toUs }) => fromUs <= entry.firstUs && toUs > entry.lastUs)) writer.countMinute(entry);
    else if (channels !== undefined || keep.some((one) => overlaps(one, minute))) cut.push(minute);
  }
  if (cut.length === 0) return;
  for (let index = 0; index < footer.runs; index += 1) {
    const source = storedSource(row, footer, index);
    const window = spanWindow(source);
    if (!cut.some((minute) => overlaps(minute, window))) continue;
    await loadRuns(access.files, [source]);
    const { times } = partsOf(source);
    for (const minute of cut)
      for (const one of isCut(segment, source.channel) ? keep : [window]) {
        const from = times.rowAt(Math.max(minute.fromUs, one.fromUs));
        const to = times.rowAt(Math.min(minute.toUs, one.toUs));
        if (from < to) writer.countRows(times.all, from, to);
      }
  }
}
