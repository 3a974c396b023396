import { type DataPoint, getDataPoints, setDataPoints } from "@canopy/contract/frames/data-points";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { addNote } from "../ui/notes.ts";

function pointsQuery(thingsId: string) {
  return queryOptions({
    queryKey: ["frames", "data-points", thingsId],
    queryFn: async ({ signal }) => (await api(getDataPoints, { params: { things_id: thingsId } }, { signal })).list,
  });
}

/** DAT-02: the user's choice for a device; the server keeps it and refuses the 31st. */
export function useDataPoints(thingsId: string): {
  points: readonly DataPoint[];
  choose(points: readonly DataPoint[]): void;
} {
  const queries = useQueryClient();
  const { queryKey } = pointsQuery(thingsId);
  const { data: points = [] } = useQuery(pointsQuery(thingsId));
  const save = useMutation({
    mutationFn: async (next: readonly DataPoint[]) =>
      (await api(setDataPoints, { params: { things_id: thingsId }, body: { points: [...next] } })).list,
    // The tick is there at once; what the server refuses goes back to what it has.
    onMutate: (next) => {
      queries.setQueryData(queryKey, [...next]);
    },
    onError: (problem) => {
      addNote({ tone: "ordinary", text: troubleOf(problem).text });
      void queries.invalidateQueries({ queryKey });
    },
  });
  return { points, choose: (next) => save.mutate(next) };
}

export function isPoint(point: DataPoint, id: number, extended: boolean, signal: string | null): boolean {
  return point.id === id && point.extended === extended && point.signal === signal;
}
