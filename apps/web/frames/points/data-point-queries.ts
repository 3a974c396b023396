import { type DataPoint, getDataPoints, setDataPoints } from "@canopy/contract/frames/data-points";
import { api } from "../../platform/api.ts";
import { useKeptChoice } from "../history/use-kept-choice.ts";

const NONE: readonly DataPoint[] = [];

/** DAT-02: the user's choice for a device; the server keeps it and refuses the 31st. */
export function useDataPoints(thingsId: string): {
  points: readonly DataPoint[];
  choose(points: readonly DataPoint[]): void;
} {
  const params = { things_id: thingsId };
  const { chosen = NONE, choose } = useKeptChoice<DataPoint>({
    queryKey: [getDataPoints.name, thingsId],
    read: async (signal) => (await api(getDataPoints, { params }, { signal })).list,
    write: async (points) => (await api(setDataPoints, { params, body: { points: [...points] } })).list,
  });
  return { points: chosen, choose };
}

export function isPoint(point: DataPoint, id: number, extended: boolean, signal: string | null): boolean {
  return point.id === id && point.extended === extended && point.signal === signal;
}
