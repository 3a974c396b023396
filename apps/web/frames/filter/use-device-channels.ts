import type { Thing } from "@canopy/contract/devices/thing";
import { frameExtent } from "@canopy/contract/frames/history";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { useLiveStatus } from "../live/use-live-status.ts";

/** A terminal seldom gets a new wire. */
const FRESH_MS = 5 * 60_000;

/**
 * The channels that a device has, those that it is heard on, and those that something is stored of while it is away:
 * CAN, LIN, digital and analogue inputs alike. In order, with `more` among them.
 */
export function useDeviceChannels(device: Thing | undefined, more: readonly number[] = []): number[] {
  const thingsId = device?.id ?? "";
  const status = useLiveStatus(device?.id);
  const stored = useQuery({
    queryKey: [frameExtent.name, thingsId],
    queryFn: async ({ signal }) =>
      (await api(frameExtent, { params: { things_id: thingsId } }, { signal })).data.channels,
    enabled: device !== undefined,
    staleTime: FRESH_MS,
  });
  const own = (device?.channel_enable ?? []).flatMap((enabled, i) => (enabled ? [i] : []));
  const heard = status?.channels.map((one) => one.channel) ?? [];
  return [...new Set([...own, ...heard, ...(stored.data ?? []), ...more])].sort((a, b) => a - b);
}
