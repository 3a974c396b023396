import { useEffect, useMemo, useState } from "react";
import { liveClient } from "./live-client.ts";
import { LiveFrames } from "./live-model.ts";

interface LiveSource {
  live: LiveFrames;
  /** The code of a subscription that was refused or has ended. */
  ended: string | null;
}

/** The frames of a device while this is on the page; a page that is left stops listening. */
export function useLiveFrames(thingsId: string): LiveSource {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another device, another store
  const live = useMemo(() => new LiveFrames(), [thingsId]);
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    setEnded(null);
    return liveClient().watchFrames(
      { deviceId: thingsId },
      {
        onBatch: (batch, { isFilled }) => live.add(batch, performance.now(), isFilled),
        onMissed: (frames) => live.addMissed(frames),
        onGap: (fromMs, toMs) => live.addGap(fromMs, toMs),
        onError: setEnded,
      },
    );
  }, [thingsId, live]);
  return { live, ended };
}
