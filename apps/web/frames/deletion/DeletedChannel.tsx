import { channelName } from "@canopy/contract/device-link/channels";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Select } from "../../ui/form/Select.tsx";
import "./deletion-texts.ts";

interface DeletedChannelProps {
  /** Channels that the device has frames of; empty while they are being counted. */
  known: readonly number[];
  /** Null: all. */
  channel: number | null;
  onChange(channel: number | null): void;
}

const ALL = "";

/** DAT-04: of which channel history goes. */
export function DeletedChannel({ known, channel, onChange }: DeletedChannelProps) {
  const t = useText();
  const [last, setLast] = useState(known);
  if (known.length > 0 && known.join() !== last.join()) setLast(known);
  return (
    <Select<string>
      aria-label={t("frames.deletion.channels")}
      options={[
        { value: ALL, label: t("frames.deletion.allChannels") },
        ...last.map((one) => ({ value: String(one), label: channelName(one) })),
      ]}
      value={channel === null ? ALL : String(channel)}
      onChange={(value) => onChange(value === ALL ? null : Number(value))}
    />
  );
}
