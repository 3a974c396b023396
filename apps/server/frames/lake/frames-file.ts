import { type FrameRun, RUN_COLUMNS } from "@canopy/can/logs/parquet/run-columns";
import { type DirectPlace, openShared } from "../../platform/files/open-files.ts";
import type { SegmentRow } from "../reading/segment-index.ts";
import type { SegmentAccess } from "../reading/segment-sources.ts";
import { compareKeys, type Run, sliceRun } from "../segments/run.ts";
import { windowOf, windowRuns } from "./day-runs.ts";
import { LakeParquet, type WrittenLakeFile } from "./parquet-file.ts";

/** The settled frames of one binding and day as one file. */
export interface LakeFramesJob {
  readonly target: DirectPlace;
  readonly name: string;
  readonly sources: readonly SegmentRow[];
  readonly metadata: Readonly<Record<string, string>>;
  /** The digest of the file that lies there. */
  readonly knownSha256?: string | undefined;
}

const PAGE_ROWS = 32_768;
/** A page with as many rows ends with its key: times of two keys have no small steps between them. */
const LEAST_PAGE_ROWS = 4096;

export async function lakeFrames(access: SegmentAccess, job: LakeFramesJob): Promise<WrittenLakeFile> {
  const { target, name, sources, metadata, knownSha256 } = job;
  const files = await (access.openLake ?? openShared)(target);
  const file = await LakeParquet.create(files, name, { table: "frames", columns: RUN_COLUMNS, metadata });
  try {
    const frames = sources.reduce((sum, row) => sum + row.frames, 0);
    for await (const runs of windowRuns(access, sources, windowOf(frames))) {
      const pages = pagesOf(runs);
      const length = pages.reduce((sum, page) => sum + rowsOf(page), 0);
      await file.group({ length, pages });
    }
    if (file.rows !== frames) throw new Error(`${name}: ${file.rows} of ${frames} frames were written`);
    return await file.finish((sha256) => sha256 === knownSha256);
  } catch (error) {
    await file.abort();
    throw error;
  }
}

const rowsOf = (page: readonly FrameRun[]): number => page.reduce((sum, { count }) => sum + count, 0);

function pagesOf(runs: Iterable<Run>): FrameRun[][] {
  const pages: FrameRun[][] = [];
  let page: FrameRun[] = [];
  let rows = 0;
  const end = () => {
    if (page.length > 0) pages.push(page);
    page = [];
    rows = 0;
  };
  for (const run of runs) {
    const [first] = page;
    if (first && rows >= LEAST_PAGE_ROWS && compareKeys(first, run) !== 0) end();
    for (let from = 0; from < run.count; ) {
      const to = Math.min(run.count, from + PAGE_ROWS - rows);
      page.push(sliceRun(run, from, to));
      rows += to - from;
      from = to;
      if (rows === PAGE_ROWS) end();
    }
  }
  end();
  return pages;
}
