import type { BusErrors } from "@canopy/can/bus/error-frame";
import type { Frame } from "@canopy/can/frame/frame";
import type { DeviceStatus } from "@canopy/contract/device-link/status";

type ChannelStatus = NonNullable<DeviceStatus["channels"]>[number];

/** Frames and bits per channel since the last look. */
export class Traffic {
  private readonly channels = new Map<number, { frames: number; bits: number }>();
  private sinceUs: number;

  constructor(nowUs: number) {
    this.sinceUs = nowUs;
  }

  count(frame: Frame): void {
    const seen = this.channels.get(frame.channel) ?? { frames: 0, bits: 0 };
    seen.frames++;
    // 47 bits around the data of a standard frame, and one stuff bit in ten.
    seen.bits += (47 + 8 * frame.size) * 1.1;
    this.channels.set(frame.channel, seen);
  }

  take(nowUs: number, baudRate: (channel: number) => number, errors: (channel: number) => BusErrors): ChannelStatus[] {
    const seconds = Math.max(0.001, (nowUs - this.sinceUs) / 1e6);
    this.sinceUs = nowUs;
    const status = [...this.channels].map(([channel, { frames, bits }]) => ({
      channel,
      enabled: true,
      frames_per_second: Math.round((frames / seconds) * 10) / 10,
      load_percent: Math.min(100, Math.round((1000 * bits) / seconds / baudRate(channel)) / 10),
      ...errors(channel),
    }));
    this.channels.clear();
    return status;
  }
}
