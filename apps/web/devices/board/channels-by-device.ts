import type { BoundChannel, FormerChannel } from "@canopy/contract/devices/vehicles";

export interface DeviceChannels {
  readonly thingsId: string;
  readonly name: string;
  readonly online: boolean;
  readonly channels: readonly number[];
  /** Only recordings of this time range belong to the vehicle. */
  readonly window?: { readonly fromMs: number; readonly toMs: number };
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

/** Former bindings: one entry per device and time range, since a device may have come back. */
export function formerDevices(former: readonly FormerChannel[]): DeviceChannels[] {
  const found = new Map<string, FormerChannel[]>();
  for (const entry of former) {
    const key = `${entry.things_id} ${entry.from_time} ${entry.until_time}`;
    found.set(key, [...(found.get(key) ?? []), entry]);
  }
  return [...found.values()].flatMap((entries) => {
    const window = { fromMs: entries[0]?.from_time ?? 0, toMs: entries[0]?.until_time ?? 0 };
    return channelsByDevice(entries).map((device) => ({ ...device, window }));
  });
}
