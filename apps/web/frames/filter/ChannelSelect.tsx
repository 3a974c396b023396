import "./filter-texts.ts";
import { channelName } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { useText } from "../../platform/i18n.ts";
import { Select } from "../../ui/form/Select.tsx";
import { useDeviceChannels } from "./use-device-channels.ts";

interface ChannelSelectProps {
  device: Thing;
  /** Null: all. */
  channel: number | null;
  onChange(channel: number | null): void;
}

const ALL = "";

export function ChannelSelect({ device, channel, onChange }: ChannelSelectProps) {
  const t = useText();
  const channels = useDeviceChannels(device, channel === null ? [] : [channel]);
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
