import { listTransmissions, type Transmission } from "@canopy/contract/devices/transmissions";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../platform/api.ts";
import { liveClient } from "../live/live-client.ts";

/** Should the live channel be away: a list with an end may have ended, and nobody says so. */
const LOOK_AGAIN_MS = 15_000;

export function transmissionsQuery(thingsId: string) {
  return queryOptions({
    queryKey: [listTransmissions.name, thingsId],
    queryFn: async ({ signal }): Promise<readonly Transmission[]> =>
      (await api(listTransmissions, { params: { things_id: thingsId } }, { signal })).list,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** DEV-06: what the device sends again and again, as everybody sees it. */
export function useTransmissions(thingsId: string): readonly Transmission[] {
  const queries = useQueryClient();
  const { data = [] } = useQuery(transmissionsQuery(thingsId));
  useEffect(() => {
    const live = liveClient();
    const { queryKey } = transmissionsQuery(thingsId);
    const stops = [
      live.watchTransmissions(thingsId, (list) => queries.setQueryData(queryKey, list)),
      // What changed while the channel was away was told to nobody.
      live.onState(() => live.state() === "open" && void queries.invalidateQueries({ queryKey })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [thingsId, queries]);
  return data;
}
