import { channelName } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import type { ComputedSignal } from "@canopy/contract/signals/computed";
import { Activity } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import "./function-texts.ts";
import layout from "../../ui/layout.module.css";
import { SignalPicker } from "../choose/SignalPicker.tsx";
import type { Source } from "../samples/load-sources.ts";

interface SourceChoiceProps {
  device: Thing;
  label: string;
  source: Source | undefined;
  /** The computed signals on offer; empty where a formula makes no sense. */
  computed: readonly ComputedSignal[];
  onChange(source: Source): void;
}

const NONE = "";

/** A signal of a DBC, or a computed signal. */
export function SourceChoice({ device, label, source, computed, onChange }: SourceChoiceProps) {
  const t = useText();
  const [isChoosing, setChoosing] = useState(false);
  const chosen = source?.kind === "signal" ? [source.signal] : [];
  const name = nameOf(source) ?? t("signals.fn.chooseSignal");
  return (
    <>
      <div className={layout.labelled}>
        <span aria-hidden="true">{label}</span>
        <Button aria-label={`${label}: ${name}`} icon={Activity} onClick={() => setChoosing(true)}>
          {name}
        </Button>
      </div>
      {computed.length > 0 && (
        <Field label={`${label} · ${t("signals.fn.computedSignal")}`}>
          {(control) => (
            <Select
              {...control}
              options={[{ value: NONE, label: "—" }, ...computed.map((one) => ({ value: one.name, label: one.name }))]}
              value={source?.kind === "computed" ? source.computed.name : NONE}
              onChange={(value) => {
                const found = computed.find((one) => one.name === value);
                if (found) onChange({ kind: "computed", computed: found });
              }}
            />
          )}
        </Field>
      )}
      <SignalPicker
        device={device}
        open={isChoosing}
        chosen={chosen}
        limit={1}
        onChoose={([signal]) => signal && onChange({ kind: "signal", signal })}
        onClose={() => setChoosing(false)}
      />
    </>
  );
}

function nameOf(source: Source | undefined): string | undefined {
  if (source?.kind !== "signal") return source?.computed.name;
  return `${channelName(source.signal.channel)} ${source.signal.signal}`;
}
