import { MAX_PUSH_FILTERS, MAX_PUSH_SIGNALS, nameOfSignal } from "@canopy/contract/push/source";
import { useQuery } from "@tanstack/react-query";
import { ListPlus, Plus, X } from "lucide-react";
import { useState } from "react";
import { deviceChoicesQuery } from "../alarms/device-choices.ts";
import { deviceQuery } from "../devices/device-query.ts";
import { useText } from "../platform/i18n.ts";
import { SignalPicker } from "../signals/choose/SignalPicker.tsx";
import { Button } from "../ui/Button.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import layout from "../ui/layout.module.css";
import { IconButton } from "../ui/marks/IconButton.tsx";
import { EveryField } from "./EveryField.tsx";
import { FilterFields } from "./FilterFields.tsx";
import styles from "./push.module.css";
import type { PushValues, SignalValues } from "./push-form.ts";

interface SignalFieldsProps {
  source: SignalValues;
  scope: PushValues["scope"];
  onChange(source: SignalValues): void;
}

/** The signals under the names of the payload, when they are sent, and while what holds. */
export function SignalFields({ source, scope, onChange }: SignalFieldsProps) {
  const t = useText();
  const filters = source.filters ?? [];
  const [first] = source.signals;
  return (
    <>
      <div className={layout.labelled}>
        <span>{t("push.form.signals")}</span>
        <ChosenSignals source={source} onChange={onChange} />
        <AddSignals source={source} scope={scope} onChange={onChange} />
      </div>
      <div className={styles.row}>
        <Segmented
          label={t("push.form.mode")}
          options={(["interval", "change"] as const).map((value) => ({ value, label: t(`push.form.${value}`) }))}
          value={source.mode ?? "interval"}
          onChange={(mode) => onChange({ ...source, mode })}
        />
        <EveryField value={source.every_s} onChange={(every_s) => onChange({ ...source, every_s })} />
      </div>
      <FilterFields source={source} onChange={onChange} />
      {first && filters.length < MAX_PUSH_FILTERS && (
        <div>
          <Button
            icon={Plus}
            onClick={() =>
              onChange({ ...source, filters: [...filters, { name: nameOfSignal(first), operator: "gt", value: 0 }] })
            }
          >
            {t("push.form.addFilter")}
          </Button>
        </div>
      )}
    </>
  );
}

function ChosenSignals({ source, onChange }: Omit<SignalFieldsProps, "scope">) {
  const t = useText();
  const change = (at: number, name: string) =>
    onChange({ ...source, signals: source.signals.map((one, i) => (i === at ? { ...one, name } : one)) });
  const remove = (at: number) => onChange({ ...source, signals: source.signals.filter((_, i) => i !== at) });
  return (
    <ul className={styles.chosen}>
      {source.signals.map((one, i) => (
        <li key={`${one.channel} ${one.dbc_id} ${one.message_id} ${one.is_extended} ${one.signal}`}>
          <bdi>{one.signal}</bdi>
          <TextInput
            aria-label={t("push.form.signalName", { signal: one.signal })}
            placeholder={one.signal}
            maxLength={128}
            value={one.name ?? ""}
            onChange={(name) => change(i, name)}
          />
          <IconButton
            icon={X}
            label={t("push.form.removeSignal", { name: nameOfSignal(one) })}
            onClick={() => remove(i)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The DBC files of a device of the rule are those to choose from first. */
function AddSignals({ source, scope, onChange }: SignalFieldsProps) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const choices = useQuery(deviceChoicesQuery(""));
  const own = scope?.kind === "devices" ? scope.ids[0] : undefined;
  const id = own ?? choices.data?.list[0]?.id ?? "";
  const { data: device } = useQuery({ ...deviceQuery(id), enabled: id !== "" });
  return (
    <>
      <Button
        icon={ListPlus}
        denied={device === undefined ? t("push.form.noDevice") : undefined}
        onClick={() => setIsOpen(true)}
      >
        {t("push.form.chooseSignals")}
      </Button>
      {device && (
        <SignalPicker
          device={device}
          open={isOpen}
          chosen={source.signals}
          limit={MAX_PUSH_SIGNALS}
          onChoose={(chosen) => onChange({ ...source, signals: chosen.map(({ revision: _, ...signal }) => signal) })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
