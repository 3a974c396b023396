import { channelName } from "@canopy/contract/device-link/channels";
import type { DeviceTabProps } from "../devices/device-tab.tsx";
import { useLiveStatus } from "../frames/use-live-status.ts";
import { useText } from "../platform/i18n.ts";
import { Select } from "../ui/Select.tsx";
import "./curve-texts.ts";

interface TreeChannelProps {
  device: DeviceTabProps["device"];
  channel: number;
  onChange(channel: number): void;
}

/** On which channel the signals that are ticked next are looked for. */
export function TreeChannel({ device, channel, onChange }: TreeChannelProps) {
  const t = useText();
  const status = useLiveStatus(device.id);
  const own = device.channel_enable.flatMap((enabled, i) => (enabled ? [i] : []));
  const seen = status?.channels.map((one) => one.channel) ?? [];
  const channels = [...new Set([...own, ...seen, channel])].sort((a, b) => a - b);
  return (
    <Select
      aria-label={t("signals.tree.channel")}
      options={channels.map((one) => ({ value: String(one), label: channelName(one) }))}
      value={String(channel)}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
