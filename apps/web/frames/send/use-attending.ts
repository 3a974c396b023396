import { SENDING_BEAT_MS } from "@canopy/contract/devices/sending-rule";
import { keepTransmissions, type Transmission } from "@canopy/contract/devices/transmissions";
import { useEffect, useEffectEvent, useRef } from "react";
import { api } from "../../platform/api.ts";

/**
 * DEV-06: this page stays with what its user sends, and says so. Also whenever the list changes: timers of a hidden page
 * come once a minute, notices of the live stream at once.
 */
export function useAttending(thingsId: string, own: readonly Transmission[]): void {
  const ids = own.flatMap(({ id, attended }) => (attended === null ? [] : [id]));
  const lastMs = useRef(Number.NEGATIVE_INFINITY);
  const isAttending = ids.length > 0;
  const beat = useEffectEvent(() => {
    if (ids.length === 0 || performance.now() - lastMs.current < SENDING_BEAT_MS) return;
    lastMs.current = performance.now();
    // The next one tries again.
    void api(keepTransmissions, { params: { things_id: thingsId }, body: { ids } }).catch(() => undefined);
  });
  useEffect(beat);
  useEffect(() => {
    if (!isAttending) return;
    const timer = setInterval(beat, SENDING_BEAT_MS / 2);
    return () => clearInterval(timer);
  }, [isAttending]);
}

/** They go on without a page until somebody stops them. */
export async function leaveRunning(thingsId: string, own: readonly Pick<Transmission, "id">[]): Promise<void> {
  const body = { ids: own.map(({ id }) => id), leave: true };
  await api(keepTransmissions, { params: { things_id: thingsId }, body });
}
