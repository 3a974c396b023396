import type { BoundChannel } from "@canopy/contract/devices/vehicles";

export interface DeviceChannels {
  readonly thingsId: string;
  readonly name: string;
  readonly online: boolean;
  readonly channels: readonly number[];
}

/** The channels of a vehicle, one entry per device, in the order in which they came. */
export function channelsByDevice(bound: readonly BoundChannel[]): DeviceChannels[] {
  const found = new Map<string, { name: string; online: boolean; channels: number[] }>();
  for (const { things_id, device_name, online, channel } of bound) {
    const known = found.get(things_id) ?? { name: device_name, online, channels: [] };
    known.channels.push(channel);
    found.set(things_id, known);
  }
  return [...found].map(([thingsId, device]) => ({ thingsId, ...device }));
}
