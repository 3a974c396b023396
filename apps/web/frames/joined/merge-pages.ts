import type { StoredFrameRow } from "@canopy/contract/frames/history";

export interface SourcePage {
  readonly source: number;
  readonly list: readonly StoredFrameRow[];
}

export interface MergedFrame extends StoredFrameRow {
  readonly source: number;
}

export interface MergedPage {
  readonly list: readonly MergedFrame[];
  /** Of each source, behind which frame the next page goes on; absent where nothing of it was taken yet. */
  readonly cursors: Readonly<Record<number, string>>;
  readonly hasMore: boolean;
}

/**
 * One page of several sources in the order of time. Each source brings a page of the wanted size or all that it has
 * left, so the first `size` of them together are the first of all.
 */
export function mergePages(
  pages: readonly (SourcePage & { hasMore: boolean })[],
  size: number,
  before: Readonly<Record<number, string>>,
): MergedPage {
  const all = pages
    .flatMap(({ source, list }) => list.map((frame): MergedFrame => ({ ...frame, source })))
    .sort((a, b) => Number(a.time) - Number(b.time) || a.source - b.source);
  const list = all.slice(0, size);
  const cursors = { ...before };
  for (const { source, key } of list) cursors[source] = key;
  return { list, cursors, hasMore: all.length > size || pages.some(({ hasMore }) => hasMore) };
}
