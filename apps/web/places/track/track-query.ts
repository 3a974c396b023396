import { MAX_TRACK_POINTS, readTrack, type TrackAnswer } from "@canopy/contract/places/tracks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../platform/api.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { lineOf, type TrackLine } from "./track-line.ts";

/** GPS-01: drawn first, and all that views of data draw. */
export const VIEW_POINTS = 5000;

export interface LoadedTrack {
  readonly answer: TrackAnswer;
  readonly line: TrackLine;
}

interface TrackState {
  /** That of the last range while the next is on its way. */
  readonly track: LoadedTrack | undefined;
  readonly error: Error | null;
  readonly isLoading: boolean;
  retry(): void;
}

/** The track of a range: first thinned, and where that left something out, with as many points as the page draws. */
export function useTrack(thingsId: string, range: TimeSpan, maxPoints = MAX_TRACK_POINTS): TrackState {
  const first = useTrackQuery(thingsId, range, VIEW_POINTS, true);
  const isMore = first.data?.thinned === true && !first.isPlaceholderData && maxPoints > VIEW_POINTS;
  const whole = useTrackQuery(thingsId, range, maxPoints, isMore);
  const answer = isMore && whole.data && !whole.isPlaceholderData ? whole.data : first.data;
  const track = useMemo(() => answer && { answer, line: lineOf(answer.parts) }, [answer]);
  const failed = first.error ? first : whole;
  return {
    track,
    error: failed.error,
    isLoading: first.isFetching || (isMore && whole.isFetching),
    retry: () => void failed.refetch(),
  };
}

function useTrackQuery(thingsId: string, range: TimeSpan, points: number, enabled: boolean) {
  const query = {
    start_time: Math.floor(range.fromMs),
    end_time: Math.max(Math.floor(range.fromMs) + 1, Math.ceil(range.toMs)),
    max_points: points,
  };
  return useQuery({
    queryKey: [readTrack.name, thingsId, query],
    queryFn: async ({ signal }) => (await api(readTrack, { params: { things_id: thingsId }, query }, { signal })).data,
    placeholderData: keepPreviousData,
    enabled,
    // Positions of the past change by an import alone.
    staleTime: 60_000,
    structuralSharing: false,
  });
}
