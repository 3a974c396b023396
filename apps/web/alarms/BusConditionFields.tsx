import { BUS_METRICS, BUS_OPERATORS, type BusCondition } from "@canopy/contract/alarms/conditions";
import { Trash2 } from "lucide-react";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { Select } from "../ui/form/Select.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import styles from "./alarms.module.css";
import type { ConditionFieldsProps } from "./condition-props.ts";
import { NumberField } from "./NumberField.tsx";
import { busConditionOf, numberOf } from "./rule-form.ts";
import { SIGNS } from "./rule-words.ts";

/** TRG-01, UDS-06: the load of a bus, its error frames, that nothing comes, or the faults it tells. */
export function BusConditionFields({ place, condition, onChange, onRemove }: ConditionFieldsProps<BusCondition>) {
  const t = useText();
  const n = place + 1;
  const { metric } = condition;
  return (
    <fieldset className={styles.condition}>
      <legend>{t("alarms.edit.condition", { n })}</legend>
      <Field label={t("alarms.bus.metric")}>
        {(control) => (
          <Select
            {...control}
            options={BUS_METRICS.map((value) => ({ value, label: t(`alarms.bus.${value}`) }))}
            value={metric}
            onChange={(chosen) => onChange(busConditionOf(chosen))}
          />
        )}
      </Field>
      {metric === "load" && (
        <Field label={t("alarms.edit.operator")}>
          {(control) => (
            <Select
              {...control}
              options={BUS_OPERATORS.map((value) => ({ value, label: SIGNS[value] }))}
              value={condition.operator}
              onChange={(operator) => {
                const { back, ...rest } = condition;
                onChange({ ...rest, operator });
              }}
            />
          )}
        </Field>
      )}
      <NumberField
        label={t(`alarms.bus.value.${metric}`)}
        read={numberOf}
        value={condition.value}
        onChange={(value = 0) => onChange({ ...condition, value })}
      />
      {metric === "load" && (
        <NumberField
          label={t("alarms.edit.backAt")}
          read={numberOf}
          value={condition.back}
          onChange={(back) => {
            const { back: _before, ...rest } = condition;
            onChange(back === undefined ? rest : { ...rest, back });
          }}
        />
      )}
      {metric === "faults" && (
        <Field label={t("alarms.bus.fault")}>
          {(control) => (
            <TextInput
              {...control}
              value={condition.fault ?? ""}
              maxLength={24}
              onChange={(fault) => onChange({ ...condition, fault })}
            />
          )}
        </Field>
      )}
      {metric === "errors" && (
        <NumberField
          label={t("alarms.bus.window")}
          read={numberOf}
          value={condition.window_s}
          onChange={(window_s = 1) => onChange({ ...condition, window_s })}
        />
      )}
      {onRemove && <IconButton icon={Trash2} label={t("alarms.edit.remove", { n })} onClick={onRemove} />}
      <p className={styles.wide}>{t(`alarms.bus.hint.${metric}`)}</p>
    </fieldset>
  );
}
