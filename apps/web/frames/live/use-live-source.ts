import { useEffect, useMemo } from "react";
import { filtersOf, type ResolvedFilter } from "../filter/filter-resolve.ts";
import { historyReader } from "../history/history-reader.ts";
import type { FrameSource } from "../sources/frame-source.ts";
import { IdLines } from "../sources/id-lines.ts";
import { StoredSource } from "../sources/stored-source.ts";
import type { LiveFrames } from "./live-model.ts";
import { LiveSource } from "./live-source.ts";
import { useDeletedRanges } from "./use-deleted-ranges.ts";

interface LiveSourceAsked {
  readonly thingsId: string;
  readonly live: LiveFrames;
  readonly view: "all" | "ids";
  readonly filter: ResolvedFilter | null;
}

/** The rows of a view: one line per identifier, or every frame with what is stored before it. */
export function useLiveSource({ thingsId, live, view, filter }: LiveSourceAsked): FrameSource {
  const source = useMemo(() => {
    if (view === "ids") return new IdLines([live]);
    const filters = filter ? filtersOf(filter) : {};
    return new LiveSource(
      live,
      (untilUs) => new StoredSource(historyReader({ thingsId, toMs: Math.ceil(untilUs / 1000) + 1, untilUs, filters })),
    );
  }, [thingsId, live, view, filter]);
  useEffect(() => () => (source instanceof LiveSource ? source.close() : undefined), [source]);
  useDeletedRanges(thingsId, () => source instanceof LiveSource && source.reload());
  return source;
}
