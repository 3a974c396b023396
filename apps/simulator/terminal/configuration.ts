import { FLAG_EXTENDED, type Frame } from "@canopy/can/frame/frame";
import { channelKind, FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { type DeviceConfig, deviceConfig } from "@canopy/contract/device-link/config";
import type { VehicleKind } from "../vehicles/vehicle.ts";

/** DEV-05: the configuration in force, and what of the buses it lets through. */
export class Configuration {
  revision = 0;
  current: DeviceConfig;

  constructor(kind: VehicleKind) {
    this.current = defaultConfig(kind);
  }

  /** All of it or nothing. */
  write(revision: number, config: unknown): boolean {
    const checked = deviceConfig.safeParse(config);
    if (!checked.success) return false;
    this.current = checked.data;
    this.revision = revision;
    return true;
  }

  isEnabled(channel: number): boolean {
    const { can, lin, digital_inputs } = this.current;
    const kind = channelKind(channel);
    const list = kind === "can" ? can : kind === "lin" ? lin : kind === "digital" ? digital_inputs : [];
    return list.find((entry) => entry.channel === channel)?.enabled ?? kind === "analogue";
  }

  mayTransmit(channel: number): boolean {
    const entry = this.current.can.find((candidate) => candidate.channel === channel);
    return entry?.enabled === true && entry.mode === "normal";
  }

  /** Acceptance filters of the channel, then the filters of the upload; an empty list lets everything through. */
  accepts(frame: Frame): boolean {
    if (!this.isEnabled(frame.channel)) return false;
    const isExtended = (frame.flags & FLAG_EXTENDED) !== 0;
    const filters = this.current.can.find(({ channel }) => channel === frame.channel)?.filters ?? [];
    const isHeard = filters.some(
      ({ extended, mask, acceptance }) => extended === isExtended && (frame.id & mask) === (acceptance & mask),
    );
    if (filters.length > 0 && !isHeard) return false;
    const ranges = this.current.upload.filters.filter(({ channel }) => channel === frame.channel);
    const isWanted = ranges.some(
      ({ extended, from_id, to_id }) => extended === isExtended && frame.id >= from_id && frame.id <= to_id,
    );
    return ranges.length === 0 || isWanted;
  }
}

function defaultConfig(kind: VehicleKind): DeviceConfig {
  const baud = kind === "truck" ? 250_000 : 500_000;
  const data = kind === "fd-car" ? { data_baud_rate: 2_000_000 } : {};
  return deviceConfig.parse({
    can: [0, 1].map((channel) => ({ channel, enabled: true, baud_rate: baud, ...data, mode: "normal" })),
    lin: [{ channel: FIRST_CHANNEL.lin, enabled: true, baud_rate: 19_200, data_length: 8 }],
    digital_inputs: [{ channel: FIRST_CHANNEL.digital, enabled: true, interval_ms: 1000 }],
    record: { mode: "continuous", file_size_mb: 4 },
    gps: { enabled: true, period_s: 1 },
    upload: { cache: 100 },
  });
}
