import { useEffect, useState } from "react";
import { type LiveStatus, liveClient } from "./live-client.ts";

/** How one device is now, at most twice a second; undefined until the live channel has said. */
export function useLiveStatus(thingsId: string | undefined): LiveStatus | undefined {
  const [status, setStatus] = useState<LiveStatus>();
  useEffect(() => {
    setStatus(undefined);
    if (!thingsId) return;
    return liveClient().watchStatus([thingsId], (statuses) => {
      const own = statuses.find(({ deviceId }) => deviceId === thingsId);
      if (own) setStatus(own);
    });
  }, [thingsId]);
  return status;
}

/** The newest frame of any channel; null before the first. */
export function lastFrameOf(status: LiveStatus | undefined): number | null {
  const times = (status?.channels ?? []).flatMap(({ lastFrameAt }) => (lastFrameAt ? [lastFrameAt] : []));
  return times.length === 0 ? null : Math.max(...times);
}
