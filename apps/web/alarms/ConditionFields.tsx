import {
  COMPARISONS,
  type ComputedSignalCondition,
  type Condition,
  FRAME_OPERATORS,
  type FrameCondition,
  type SignalCondition,
} from "@canopy/contract/alarms/conditions";
import { Trash2 } from "lucide-react";
import { useText } from "../platform/i18n.ts";
import { useComputedSignals } from "../signals/choose/use-computed-signals.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field } from "../ui/form/Field.tsx";
import { Select } from "../ui/form/Select.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import styles from "./alarms.module.css";
import { BusConditionFields } from "./BusConditionFields.tsx";
import type { ConditionFieldsProps } from "./condition-props.ts";
import { LimitField, useStates } from "./editor/LimitField.tsx";
import { FenceConditionFields } from "./FenceConditionFields.tsx";
import { NumberField } from "./NumberField.tsx";
import { hexOf, numberOf, withOperator } from "./rule-form.ts";
import { SIGNS } from "./rule-words.ts";

/** TRG-01: content, operator and value of one condition. */
export function ConditionFields(props: ConditionFieldsProps<Condition>) {
  const { condition, ...rest } = props;
  if (condition.kind === "fence") return <FenceConditionFields condition={condition} {...rest} />;
  if (condition.kind === "bus") return <BusConditionFields condition={condition} {...rest} />;
  return <FrameConditionFields condition={condition} {...rest} />;
}

type OnFrames = FrameCondition | SignalCondition | ComputedSignalCondition;

function FrameConditionFields({ place, condition, onChange, onRemove }: ConditionFieldsProps<OnFrames>) {
  const t = useText();
  const n = place + 1;
  const operators = condition.kind === "frame" ? FRAME_OPERATORS : COMPARISONS;
  const isSimple = condition.operator === "seen" || condition.operator === "absent";
  return (
    <fieldset className={styles.condition}>
      <legend>{t("alarms.edit.condition", { n })}</legend>
      {condition.kind === "frame" && <FrameContent condition={condition} isSimple={isSimple} onChange={onChange} />}
      {condition.kind === "signal" && (
        <Field label={t("alarms.edit.signal")}>{(control) => <output {...control}>{condition.signal}</output>}</Field>
      )}
      {condition.kind === "computed" && <ComputedField condition={condition} onChange={onChange} />}
      <Field label={t("alarms.edit.operator")}>
        {(control) => (
          <Select
            {...control}
            options={operators.map((value) => ({
              value,
              label: value in SIGNS ? SIGNS[value as keyof typeof SIGNS] : t(`alarms.operator.${value as "in"}`),
            }))}
            value={condition.operator}
            onChange={(operator) => onChange(withOperator(condition, operator as typeof condition.operator))}
          />
        )}
      </Field>
      <Limits condition={condition} onChange={onChange} />
      {onRemove && <IconButton icon={Trash2} label={t("alarms.edit.remove", { n })} onClick={onRemove} />}
      {condition.operator === "absent" && <p className={styles.wide}>{t("alarms.edit.absentHint")}</p>}
    </fieldset>
  );
}

interface ComputedFieldProps {
  condition: ComputedSignalCondition;
  onChange(condition: Condition): void;
}

/** One of the tenant's; the one that the rule has stays there. */
function ComputedField({ condition, onChange }: ComputedFieldProps) {
  const t = useText();
  const names = useComputedSignals().computed.map(({ name }) => name);
  return (
    <Field label={t("alarms.edit.computed")}>
      {(control) => (
        <Select
          {...control}
          options={[...new Set([...names, condition.computed])].map((value) => ({ value, label: value }))}
          value={condition.computed}
          onChange={(computed) => onChange({ ...condition, computed })}
        />
      )}
    </Field>
  );
}

function FrameContent(props: { condition: FrameCondition; isSimple: boolean; onChange(condition: Condition): void }) {
  const { condition, isSimple, onChange } = props;
  const t = useText();
  const set = (changes: Partial<FrameCondition>) => onChange({ ...condition, ...changes });
  return (
    <>
      <NumberField
        label={t("alarms.edit.idFrom")}
        hex
        read={hexOf}
        value={condition.id_from}
        onChange={(id = 0) =>
          set({ id_from: id, id_to: Math.max(id, condition.id_to === condition.id_from ? id : condition.id_to) })
        }
      />
      <NumberField
        label={t("alarms.edit.idTo")}
        hex
        read={hexOf}
        value={condition.id_to}
        onChange={(id = condition.id_from) => set({ id_to: id })}
      />
      <Checkbox checked={condition.is_extended} onChange={(is_extended) => set({ is_extended })}>
        {t("alarms.edit.extended")}
      </Checkbox>
      {!isSimple && (
        <>
          <Field label={t("alarms.edit.part")}>
            {(control) => (
              <Select
                {...control}
                options={[
                  { value: "byte", label: t("alarms.edit.byte") },
                  { value: "length", label: t("alarms.word.length") },
                ]}
                value={condition.part}
                onChange={(part) => set({ part })}
              />
            )}
          </Field>
          {condition.part === "byte" && (
            <>
              <NumberField
                label={t("alarms.edit.byte")}
                read={numberOf}
                value={condition.byte}
                onChange={(byte = 0) => set({ byte })}
              />
              <NumberField
                label={t("alarms.edit.mask")}
                hex
                read={hexOf}
                value={condition.mask}
                onChange={(mask = 255) => set({ mask })}
              />
            </>
          )}
        </>
      )}
    </>
  );
}

function Limits({ condition, onChange }: { condition: OnFrames; onChange(condition: Condition): void }) {
  const t = useText();
  const states = useStates(condition);
  const { operator } = condition;
  if (operator === "seen") return null;
  const isRange = operator === "in" || operator === "out";
  const hasBack = condition.kind !== "frame" && !states && ["lt", "le", "gt", "ge"].includes(operator);
  return (
    <>
      <LimitField
        label={t(operator === "absent" ? "alarms.edit.ms" : "alarms.edit.value")}
        states={states}
        value={condition.value}
        onChange={(value = 0) => onChange({ ...condition, value })}
      />
      {isRange && (
        <LimitField
          label={t("alarms.edit.valueTo")}
          states={states}
          value={condition.value_to}
          onChange={(value_to) => onChange({ ...condition, value_to })}
        />
      )}
      {hasBack && (
        <NumberField
          label={t("alarms.edit.backAt")}
          read={numberOf}
          value={condition.back}
          onChange={(back) => onChange({ ...condition, back })}
        />
      )}
    </>
  );
}
