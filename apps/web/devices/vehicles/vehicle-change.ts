import type { ChannelChoice, VehicleChange, VehicleContent } from "@canopy/contract/devices/vehicles";

/** Channels that were not touched are left out: saving a name must not end bindings that somebody made meanwhile. */
export function changedFrom(before: ChannelChoice, { channels, ...content }: VehicleContent): VehicleChange {
  return keyOf(channels) === keyOf(before) ? content : { ...content, channels };
}

const keyOf = (channels: ChannelChoice) =>
  channels
    .map(({ things_id, channel }) => `${things_id} ${channel}`)
    .sort()
    .join();
