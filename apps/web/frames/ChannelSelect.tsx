import { channelName } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { useText } from "../platform/i18n.ts";
import { Select } from "../ui/Select.tsx";
import { useLiveStatus } from "./use-live-status.ts";

interface ChannelSelectProps {
  device: Thing;
  /** Null: all. */
  channel: number | null;
  onChange(channel: number | null): void;
}

const ALL = "";

/** The channels that a device has and those that anything came from: CAN, LIN, digital and analogue inputs alike. */
export function ChannelSelect({ device, channel, onChange }: ChannelSelectProps) {
  const t = useText();
  const status = useLiveStatus(device.id);
  const own = device.channel_enable.flatMap((enabled, i) => (enabled ? [i] : []));
  const seen = status?.channels.map((one) => one.channel) ?? [];
  const channels = [...new Set([...own, ...seen, ...(channel === null ? [] : [channel])])].sort((a, b) => a - b);
  return (
    <Select
      aria-label={t("frames.filter.channel")}
      options={[
        { value: ALL, label: t("frames.filter.allChannels") },
        ...channels.map((one) => ({ value: String(one), label: channelName(one) })),
      ]}
      value={channel === null ? ALL : String(channel)}
      onChange={(value) => onChange(value === ALL ? null : Number(value))}
    />
  );
}

/** As the address says it; nonsense means all. */
export function channelOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : null;
}
