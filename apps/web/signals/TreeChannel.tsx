import { channelName } from "@canopy/contract/device-link/channels";
import type { DeviceTabProps } from "../devices/device-tab.tsx";
import { useLiveStatus } from "../frames/use-live-status.ts";
import { useText } from "../platform/i18n.ts";
import { Select } from "../ui/Select.tsx";
import "./curve-texts.ts";

interface ChannelSelectProps {
  channels: readonly number[];
  channel: number;
  onChange(channel: number): void;
}

/** On which channel the signals that are ticked next are looked for. */
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

/** The channels that the device has, and those it was heard on. */
export function TreeChannel({ device, ...rest }: TreeChannelProps) {
  const status = useLiveStatus(device.id);
  const own = device.channel_enable.flatMap((enabled, i) => (enabled ? [i] : []));
  const seen = status?.channels.map((one) => one.channel) ?? [];
  return <ChannelSelect channels={[...own, ...seen]} {...rest} />;
}
