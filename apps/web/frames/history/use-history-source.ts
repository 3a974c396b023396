import type { FrameFilters } from "@canopy/contract/frames/frame-filters";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { overlap, type TimeSpan } from "../../ui/time/timeline.ts";
import { useDeletedRanges } from "../live/use-deleted-ranges.ts";
import { StoredSource } from "../sources/stored-source.ts";
import { historyReader } from "./history-reader.ts";

interface HistorySourceAsked {
  readonly thingsId: string;
  readonly range: TimeSpan;
  readonly filters: FrameFilters | undefined;
  /** The moment that is looked at; null: none. */
  readonly atMs: number | null;
  /** The range ends now: its newest frames are looked at first. */
  readonly isLive: boolean;
}

/** The stored frames of a range and filter; another range, filter or `renew` reads anew. */
export function useHistorySource({ thingsId, range, filters, atMs, isLive }: HistorySourceAsked) {
  const [round, setRound] = useState(0);
  const [total, setTotal] = useState<number>();
  const startPlace = useEffectEvent(() => (atMs === null ? (isLive ? "end" : "start") : { timeUs: atMs * 1000 }));
  const asked = JSON.stringify(filters ?? null);
  // A new round reads the same anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the round stands for what is stored
  const source = useMemo(
    () => new StoredSource(historyReader({ thingsId, ...range, filters: JSON.parse(asked) ?? undefined })),
    [thingsId, range, asked, round],
  );
  useEffect(() => {
    setTotal(undefined);
    source.onChange = () => setTotal(source.total);
    source.open(startPlace());
    return () => source.close();
  }, [source]);
  useEffect(() => {
    if (atMs !== null) source.goTo({ timeUs: atMs * 1000 });
  }, [source, atMs]);
  useDeletedRanges(thingsId, (gone) => {
    if (overlap(gone, range)) source.reload();
  });
  return { source, total, renew: () => setRound((n) => n + 1) };
}
