import { crc32 } from "node:zlib";
import { readBytes } from "../reading/footer-cache.ts";
import type { SegmentRow } from "../reading/segment-index.ts";
import type { SegmentAccess } from "../reading/segment-sources.ts";
import { loadRuns, orDamage, runOf, type SourceRun, storedSource } from "../reading/source-run.ts";
import { StoredRun } from "../segments/decode-run.ts";
import type { SegmentFooter } from "../segments/footer.ts";
import { cutRun, joinRuns } from "../segments/join-runs.ts";
import { compareKeys, crcOfFrames, RUN_FRAMES, type RunKey } from "../segments/run.ts";
import { SegmentWriter } from "../segments/segment-writer.ts";
import { HOUR_US } from "../store/time-window.ts";
import type { WrittenFile } from "./settle-file.ts";
import { type NewSegment, SegmentFileWriter, WrittenWrong } from "./write-segments.ts";

/** Segments of one binding and one day that become one. */
export interface MergeJob {
  readonly file: string;
  readonly level: number;
  readonly sources: readonly SegmentRow[];
}

/** A run of at least this many frames is copied as it lies; shorter neighbours are joined. */
const LONG_RUN = RUN_FRAMES / 2;

/** What a run of the new segment has to be: of a copied one the stored bytes, of an encoded one its frames. */
export interface Laid {
  readonly kind: "copied" | "encoded";
  readonly crc: number;
}

export async function mergeFile(access: SegmentAccess, { file: name, level, sources }: MergeJob): Promise<WrittenFile> {
  const [first] = sources;
  if (first === undefined) throw new RangeError("nothing to merge");
  const file = await SegmentFileWriter.create(access.files, name);
  try {
    const offset = file.length;
    const writer = new SegmentWriter(first.bindingNumber);
    const laid: Laid[] = [];
    for (const hour of await runsByWindow(access, sources))
      for (const group of sameKeys(hour)) await layGroup(access, file, writer, group, laid);
    for (const row of sources) {
      const footer = await access.footers.get(row);
      for (let at = 0; at < footer.minutes.minute.length; at += 1) writer.countMinute(footer.minuteAt(at));
    }
    const frames = sources.reduce((sum, row) => sum + row.frames, 0);
    if (writer.totals.frames !== frames) throw new WrittenWrong("the number of frames");
    const segment = await file.end(writer, offset, level);
    file.afterFinish(() => compareLaid(file, segment, laid));
    await file.finish();
    return { bytes: file.length, segments: file.segments };
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** All runs, window by window: a page reads one hour, so its runs lie together. */
export async function runsByWindow(
  access: Pick<SegmentAccess, "footers">,
  sources: readonly SegmentRow[],
  windowUs = HOUR_US,
  isWanted: (key: RunKey) => boolean = () => true,
): Promise<SourceRun[][]> {
  const all: SourceRun[] = [];
  for (const row of sources) {
    const footer = await access.footers.get(row);
    for (let index = 0; index < footer.runs; index += 1)
      if (isWanted(footer.keyOf(index))) all.push(storedSource(row, footer, index));
  }
  const windows = Map.groupBy(all, ({ firstUs }) => Math.floor(firstUs / windowUs));
  return [...windows].sort(([a], [b]) => a - b).map(([, runs]) => runs);
}

export function sameKeys(runs: readonly SourceRun[]): SourceRun[][] {
  const sorted = [...runs].sort((a, b) => compareKeys(a, b) || a.firstUs - b.firstUs);
  const groups: SourceRun[][] = [];
  for (const run of sorted) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && compareKeys(last[0], run) === 0) last.push(run);
    else groups.push([run]);
  }
  return groups;
}

/** Runs of one key in an hour, in the order of time. */
async function layGroup(
  access: SegmentAccess,
  file: SegmentFileWriter,
  writer: SegmentWriter,
  group: readonly SourceRun[],
  laid: Laid[],
): Promise<void> {
  let short: SourceRun[] = [];
  const layShort = async () => {
    const [only] = short;
    if (short.length === 1 && only !== undefined) await copy(only);
    else if (short.length > 1) await encode(short);
    short = [];
  };
  const copy = async (run: SourceRun) => {
    const bytes = await bytesOf(access, run);
    const { footer, index } = run.stored as NonNullable<SourceRun["stored"]>;
    writer.copy(footer, index);
    laid.push({ kind: "copied", crc: crc32(bytes) });
    await file.add([bytes]);
  };
  const encode = async (runs: readonly SourceRun[]) => {
    await loadRuns(access.files, runs);
    for (const piece of cutRun(joinRuns(runs.map(runOf)))) {
      // The minutes of a merged segment are those of its sources.
      await file.add(writer.takeUncounted(piece));
      laid.push({ kind: "encoded", crc: crcOfFrames(piece) });
    }
    for (const run of runs) run.parts = undefined;
  };
  for (const run of group) {
    if (run.count >= LONG_RUN) {
      await layShort();
      await copy(run);
      continue;
    }
    short.push(run);
  }
  await layShort();
}

/** To be copied. Damaged bytes must not take the place of their source, which may be whole on the next reading. */
export async function bytesOf(access: SegmentAccess, run: SourceRun): Promise<Uint8Array> {
  const { row, footer, index } = run.stored as NonNullable<SourceRun["stored"]>;
  const at = row.offset + (footer.byteAt[index] as number);
  const bytes = await readBytes(access.files, row, at, lengthOf(footer, index));
  orDamage(row, () => new StoredRun(footer, index, bytes).check());
  return bytes;
}

/** Run by run: a day is too large to be read back at once. */
export async function compareLaid(file: SegmentFileWriter, segment: NewSegment, laid: readonly Laid[]): Promise<void> {
  const footer = await file.footerOf(segment);
  if (footer.runs !== laid.length) throw new WrittenWrong("the number of runs");
  for (const [index, one] of laid.entries()) {
    const own = await file.read(segment.offset + (footer.byteAt[index] as number), lengthOf(footer, index));
    const crc = one.kind === "copied" ? crc32(own) : crcOfFrames(new StoredRun(footer, index, own).run());
    if (crc !== one.crc) throw new WrittenWrong(`a run that was ${one.kind}`);
  }
}

const lengthOf = (footer: SegmentFooter, index: number) =>
  (footer.byteAt[index + 1] as number) - (footer.byteAt[index] as number);
