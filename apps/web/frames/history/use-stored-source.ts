import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { overlap, type TimeSpan } from "../../ui/time/timeline.ts";
import { useDeletedRanges } from "../live/use-deleted-ranges.ts";
import type { FrameReader } from "../sources/frame-reader.ts";
import { StoredSource } from "../sources/stored-source.ts";

interface StoredSourceAsked {
  readonly thingsId: string;
  readonly range: TimeSpan;
  /** Another one reads anew. */
  readonly reader: FrameReader;
  /** The moment that is looked at; null: none. */
  readonly atMs: number | null;
  /** The range ends now: its newest frames are looked at first. */
  readonly isLive: boolean;
}

/** The rows of a reader around the view; another reader or `renew` reads anew, and so does what is deleted. */
export function useStoredSource({ thingsId, range, reader, atMs, isLive }: StoredSourceAsked) {
  const [round, setRound] = useState(0);
  const [total, setTotal] = useState<number>();
  const startPlace = useEffectEvent(() => (atMs === null ? (isLive ? "end" : "start") : { timeUs: atMs * 1000 }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same anew
  const source = useMemo(() => new StoredSource(reader), [reader, round]);
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
