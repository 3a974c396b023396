import "./find-texts.ts";
import { channelName } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { Activity } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import layout from "../../ui/layout.module.css";
import { SignalPicker } from "../choose/SignalPicker.tsx";
import type { FindAsked } from "./find-address.ts";

interface FindReferenceProps {
  device: Thing;
  asked: FindAsked;
  onChange(changes: Partial<FindAsked>): void;
}

/** The known signal whose curve is looked for elsewhere. */
export function FindReference({ device, asked: { signal }, onChange }: FindReferenceProps) {
  const t = useText();
  const [isChoosing, setChoosing] = useState(false);
  const name = signal ? `${channelName(signal.channel)} ${signal.signal}` : t("signals.find.choose");
  return (
    <div className={layout.labelled}>
      <span aria-hidden="true">{t("signals.find.reference")}</span>
      <Button aria-label={`${t("signals.find.reference")}: ${name}`} icon={Activity} onClick={() => setChoosing(true)}>
        {name}
      </Button>
      <SignalPicker
        device={device}
        open={isChoosing}
        chosen={signal ? [signal] : []}
        limit={1}
        onChoose={([chosen]) => chosen && onChange({ signal: chosen })}
        onClose={() => setChoosing(false)}
      />
    </div>
  );
}
