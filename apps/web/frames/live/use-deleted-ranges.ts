import { useEffect, useEffectEvent } from "react";
import { type DeletedRange, liveClient } from "./live-client.ts";

/** DAT-04: stored frames of the device were deleted, by anybody: what shows them reads again. */
export function useDeletedRanges(thingsId: string, onDeleted: (range: DeletedRange) => void): void {
  const heard = useEffectEvent(onDeleted);
  useEffect(() => liveClient().watchDeleted(thingsId, (range) => heard(range)), [thingsId]);
}
