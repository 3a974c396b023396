import {
  MAX_WIDGET_DEVICES,
  MAX_WIDGET_SIGNALS,
  type Widget,
  type WidgetKind,
} from "@canopy/contract/statistics/panel-widgets";
import { useQuery } from "@tanstack/react-query";
import { ListPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { overviewQuery } from "../../devices/details/overview-query.ts";
import { deviceQuery } from "../../devices/device-query.ts";
import { useText } from "../../platform/i18n.ts";
import { SignalPicker } from "../../signals/choose/SignalPicker.tsx";
import { Button } from "../../ui/Button.tsx";
import { BoundedField } from "../../ui/form/BoundedField.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { commandListsQuery } from "./CommandWidget.tsx";
import { PictureChoice } from "./PictureChoice.tsx";
import styles from "./panels.module.css";

interface WidgetFormProps {
  widget: Widget;
  onChange(widget: Widget): void;
  onRemove(): void;
}

const WITH_LIMIT: readonly WidgetKind[] = ["value", "gauge", "lamp", "bar", "curve"];
/** These show several signals. */
const SEVERAL: readonly WidgetKind[] = ["table", "bar"];

/** What the chosen widget shows. */
export function WidgetForm({ widget, onChange, onRemove }: WidgetFormProps) {
  const t = useText();
  const { kind } = widget;
  const hasLimit = WITH_LIMIT.includes(kind);
  const isNumber = hasLimit || kind === "table";
  const hasEnds = kind === "gauge" || kind === "bar";
  return (
    <section className={styles.form} aria-label={t(`statistics.widget.${kind}`)}>
      <h2>{t(`statistics.widget.${kind}`)}</h2>
      <Field label={t("statistics.form.title")} hint={t("statistics.form.titleHint")}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={50}
            value={widget.title}
            onChange={(title) => onChange({ ...widget, title })}
          />
        )}
      </Field>
      {kind === "map" && <MapDevices widget={widget} onChange={onChange} />}
      {kind === "picture" && <PictureChoice widget={widget} onChange={onChange} />}
      {kind !== "map" && kind !== "picture" && <OneDevice widget={widget} onChange={onChange} />}
      {isNumber && <Signals widget={widget} onChange={onChange} />}
      {kind === "command" && <Command widget={widget} onChange={onChange} />}
      {hasEnds && <NumberRow widget={widget} fields={["min", "max"]} onChange={onChange} />}
      {hasLimit && <Limit widget={widget} onChange={onChange} />}
      {isNumber && <NumberRow widget={widget} fields={["decimals"]} onChange={onChange} />}
      {kind === "curve" && <NumberRow widget={widget} fields={["minutes"]} onChange={onChange} />}
      {kind !== "picture" && <p className={styles.note}>{t("statistics.form.afterSaving")}</p>}
      <Button icon={Trash2} onClick={onRemove}>
        {t("statistics.panel.remove")}
      </Button>
    </section>
  );
}

type PartProps = Omit<WidgetFormProps, "onRemove">;

function OneDevice({ widget, onChange }: PartProps) {
  const t = useText();
  const rows = useQuery(overviewQuery).data?.rows ?? [];
  const options = rows.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Field label={t("statistics.form.device")} required>
      {(control) => (
        <Select
          {...control}
          options={[{ value: "", label: t("statistics.form.chooseDevice") }, ...options]}
          value={widget.device_ids[0] ?? ""}
          onChange={(id) => onChange({ ...widget, device_ids: id === "" ? [] : [id], command: "" })}
        />
      )}
    </Field>
  );
}

function MapDevices({ widget, onChange }: PartProps) {
  const t = useText();
  const rows = useQuery(overviewQuery).data?.rows ?? [];
  const ids = widget.device_ids;
  const toggle = (id: string, isOn: boolean) =>
    onChange({
      ...widget,
      device_ids: isOn ? [...ids, id].slice(0, MAX_WIDGET_DEVICES) : ids.filter((one) => one !== id),
    });
  return (
    <fieldset className={styles.choices}>
      <legend>{t("statistics.form.devices")}</legend>
      {rows.map(({ id, name }) => (
        <Checkbox key={id} checked={ids.includes(id)} onChange={(isOn) => toggle(id, isOn)}>
          {name}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Signals({ widget, onChange }: PartProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const id = widget.device_ids[0] ?? "";
  const { data: device } = useQuery({ ...deviceQuery(id), enabled: id !== "" });
  return (
    <>
      <Button
        icon={ListPlus}
        denied={device ? undefined : t("statistics.form.chooseDevice")}
        onClick={() => setOpen(true)}
      >
        {widget.signals[0] && !SEVERAL.includes(widget.kind)
          ? widget.signals[0].signal
          : t("statistics.form.signals", { count: widget.signals.length })}
      </Button>
      {device && (
        <SignalPicker
          device={device}
          open={isOpen}
          chosen={widget.signals}
          limit={SEVERAL.includes(widget.kind) ? MAX_WIDGET_SIGNALS : 1}
          onChoose={(signals) => onChange({ ...widget, signals: [...signals] })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Command({ widget, onChange }: PartProps) {
  const t = useText();
  const lists = useQuery(commandListsQuery(widget.device_ids[0] ?? "")).data;
  const names = lists?.map(({ name }) => ({ value: name, label: name })) ?? [];
  return (
    <Field
      label={t("statistics.form.command")}
      hint={lists?.length === 0 ? t("statistics.form.noCommands") : undefined}
      required
    >
      {(control) => (
        <Select
          {...control}
          options={[{ value: "", label: t("statistics.form.chooseDevice") }, ...names]}
          value={widget.command}
          onChange={(command) => onChange({ ...widget, command })}
        />
      )}
    </Field>
  );
}

const ANY_NUMBER = { least: -1e15, most: 1e15 };
const LIMITS = {
  decimals: { least: 0, most: 6, whole: true },
  minutes: { least: 1, most: 60, whole: true },
  min: ANY_NUMBER,
  max: ANY_NUMBER,
} as const;
type NumberName = keyof typeof LIMITS;

function NumberRow({ widget, fields, onChange }: PartProps & { fields: readonly NumberName[] }) {
  const t = useText();
  return (
    <div className={styles.numbers}>
      {fields.map((name) => (
        <BoundedField
          key={name}
          label={t(`statistics.form.${name}`)}
          limits={LIMITS[name]}
          value={widget[name]}
          onChange={(value) => onChange({ ...widget, [name]: value })}
        />
      ))}
    </div>
  );
}

function Limit({ widget, onChange }: PartProps) {
  const t = useText();
  return (
    <BoundedField
      label={t("statistics.form.limit")}
      hint={t("statistics.form.limitHint")}
      limits={ANY_NUMBER}
      value={widget.limit}
      onChange={(limit) => onChange({ ...widget, limit })}
      onClear={() => onChange({ ...widget, limit: null })}
    />
  );
}
