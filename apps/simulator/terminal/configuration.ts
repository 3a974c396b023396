import { FLAG_ERROR, FLAG_EXTENDED, type Frame } from "@canopy/can/frame/frame";
import { channelKind, FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { type DeviceConfig, deviceConfig } from "@canopy/contract/device-link/config";
import { ConfigFilters, type FilterOutcome } from "@canopy/contract/device-link/config-filters";
import { configHash } from "@canopy/contract/device-link/config-hash";
import type { VehicleKind } from "../vehicles/vehicle.ts";

/** DEV-05: the configuration in force, and its filters. */
export class Configuration {
  revision = 0;
  current: DeviceConfig;
  /** Of the configuration in force. */
  hash: string;
  private filters: ConfigFilters;

  constructor(kind: VehicleKind) {
    this.current = defaultConfig(kind);
    this.hash = configHash(this.current);
    this.filters = new ConfigFilters(this.current);
  }

  /** All of it or nothing. */
  write(revision: number, config: unknown): boolean {
    const checked = deviceConfig.safeParse(config);
    if (!checked.success) return false;
    this.current = checked.data;
    this.hash = configHash(checked.data);
    this.filters = new ConfigFilters(checked.data);
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

  /** Frames that pass all filters go to the server too; the card has those that are heard. */
  judge(frame: Frame): FilterOutcome {
    if (!this.isEnabled(frame.channel)) return "unheard";
    const { channel, id, flags, timeUs } = frame;
    if (flags & FLAG_ERROR) return this.current.record.error_frames ? "uploaded" : "unheard";
    const extended = (flags & FLAG_EXTENDED) !== 0;
    return this.filters.judge({ channel, id, extended, timeUs });
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
