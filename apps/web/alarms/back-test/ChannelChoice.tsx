import { channelName } from "@canopy/contract/device-link/channels";
import { useText } from "../../platform/i18n.ts";
import { Select } from "../../ui/form/Select.tsx";
import type { FiredChannel } from "./drawn-channel.ts";
import "../texts.ts";

interface ChannelChoiceProps {
  fired: readonly FiredChannel[];
  channel: number;
  onChoose(channel: number): void;
}

/** TRG-07: of a rule on every channel, which one is drawn. */
export function ChannelChoice({ fired, channel, onChoose }: ChannelChoiceProps) {
  const t = useText();
  return (
    <Select<string>
      aria-label={t("alarms.test.channel")}
      options={fired.map((one) => ({
        value: String(one.channel),
        label: `${channelName(one.channel)} · ${one.firings}×`,
      }))}
      value={String(channel)}
      onChange={(value) => onChoose(Number(value))}
    />
  );
}
