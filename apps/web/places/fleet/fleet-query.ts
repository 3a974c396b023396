import { type Bounds, eastwardDeg } from "@canopy/can/gps/track";
import type { LivePlace, PlacesMessage } from "@canopy/contract/frames/live-places";
import { type FleetPlace, listFleetPlaces } from "@canopy/contract/places/fleet";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { liveClient } from "../../frames/live/live-client.ts";
import { api } from "../../platform/api.ts";
import { PlaceBoard } from "./place-board.ts";

/** Live positions come by themselves; this finds devices and imported positions that the live channel does not tell of. */
const LOOK_AGAIN_MS = 60_000;
/** One device alone shows its district, not its wheels. */
const AROUND_DEG = 0.05;

/** GPS-04: where all devices were last. */
const fleetPlacesQuery = queryOptions({
  queryKey: [listFleetPlaces.name],
  queryFn: async ({ signal }): Promise<PlacesMessage & { readonly askedMs: number }> => {
    const rows: LivePlace[] = [];
    let answer: Reply<typeof listFleetPlaces> | undefined;
    let askedMs = Date.now();
    do {
      askedMs = Date.now();
      answer = await api(listFleetPlaces, { query: answer?.next ? { after: answer.next } : {} }, { signal });
      rows.push(...answer.list.map(placeOf));
    } while (answer.next !== null);
    return { atMs: answer.now, rows, askedMs };
  },
  refetchInterval: LOOK_AGAIN_MS,
  structuralSharing: false,
});

const placeOf = ({ things_id, speed_kmh, ...place }: FleetPlace): LivePlace => ({
  ...place,
  deviceId: things_id,
  speedKmh: speed_kmh,
});

interface FleetPlaces {
  readonly board: PlaceBoard;
  /** Grows with each change of the board. */
  readonly version: number;
  readonly isKnown: boolean;
  readonly error: Error | null;
  retry(): void;
}

/** The positions of all devices while the page is seen. */
export function useFleetPlaces(): FleetPlaces {
  const [board] = useState(() => new PlaceBoard());
  const { data, error, refetch } = useQuery(fleetPlacesQuery);
  useEffect(() => {
    if (data) board.take(data, data.askedMs);
  }, [board, data]);
  useEffect(() => liveClient().watchPlaces((message) => board.take(message, Date.now())), [board]);
  const version = useSyncExternalStore(board.subscribe, board.version);
  return { board, version, isKnown: data !== undefined, error, retry: () => void refetch() };
}

/** Around where the devices were last, for a map that has nothing of its own to show yet; asked for once. */
export function useFleetBounds(): Bounds | undefined {
  const { data } = useQuery({ ...fleetPlacesQuery, refetchInterval: false });
  return useMemo(() => (data ? boundsOfPlaces(data.rows) : undefined), [data]);
}

function boundsOfPlaces(rows: readonly LivePlace[]): Bounds | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const eastward = rows.map(({ longitude }) => eastwardDeg(first.longitude, longitude));
  const latitudes = rows.map(({ latitude }) => latitude);
  const onGlobe = (by: number) => eastwardDeg(0, first.longitude + by);
  return {
    south: Math.min(...latitudes) - AROUND_DEG,
    north: Math.max(...latitudes) + AROUND_DEG,
    west: onGlobe(Math.min(...eastward) - AROUND_DEG),
    east: onGlobe(Math.max(...eastward) + AROUND_DEG),
  };
}
