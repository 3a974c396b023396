import "./choose-texts.ts";
import { channelName } from "@canopy/contract/device-link/channels";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { useDeviceChannels } from "../../frames/filter/use-device-channels.ts";
import { useText } from "../../platform/i18n.ts";
import { Select } from "../../ui/form/Select.tsx";

interface ChannelSelectProps {
  channels: readonly number[];
  channel: number;
  onChange(channel: number): void;
}

/** The channel of the signals ticked next. */
export function ChannelSelect({ channels, channel, onChange }: ChannelSelectProps) {
  const t = useText();
  const all = [...new Set([...channels, channel])].sort((a, b) => a - b);
  return (
    <Select
      aria-label={t("signals.tree.channel")}
      options={all.map((one) => ({ value: String(one), label: channelName(one) }))}
      value={String(channel)}
      onChange={(value) => onChange(Number(value))}
    />
  );
}

interface TreeChannelProps extends Omit<ChannelSelectProps, "channels"> {
  device: DeviceTabProps["device"];
}

export function TreeChannel({ device, ...rest }: TreeChannelProps) {
  return <ChannelSelect channels={useDeviceChannels(device)} {...rest} />;
}
