import { FENCE_OPERATORS, type FenceCondition } from "@canopy/contract/alarms/conditions";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { fenceNamesQuery } from "../places/fences/fence-queries.ts";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Select } from "../ui/form/Select.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import styles from "./alarms.module.css";
import type { ConditionFieldsProps } from "./condition-props.ts";

/** GPS-03: which fence, and on which side of it the alarm is. */
export function FenceConditionFields({ place, condition, onChange, onRemove }: ConditionFieldsProps<FenceCondition>) {
  const t = useText();
  const n = place + 1;
  const { data: fences = [] } = useQuery(fenceNamesQuery());
  const own = { value: condition.fence_id, label: condition.fence_name };
  const others = fences.map(({ fence_id, name }) => ({ value: fence_id, label: name }));
  const isKnown = condition.fence_id === "" || others.some(({ value }) => value === condition.fence_id);
  return (
    <fieldset className={styles.condition}>
      <legend>{t("alarms.edit.condition", { n })}</legend>
      <Field label={t("alarms.edit.fence")} required>
        {(control) => (
          <Select
            {...control}
            options={[
              ...(condition.fence_id === "" ? [{ value: "", label: t("alarms.edit.chooseFence") }] : []),
              ...(isKnown ? [] : [own]),
              ...others,
            ]}
            value={condition.fence_id}
            onChange={(fence_id) => {
              const fence_name = others.find(({ value }) => value === fence_id)?.label ?? "";
              onChange({ ...condition, fence_id, fence_name });
            }}
          />
        )}
      </Field>
      <Segmented
        label={t("alarms.edit.side")}
        options={FENCE_OPERATORS.map((value) => ({ value, label: t(`alarms.fence.${value}`) }))}
        value={condition.operator}
        onChange={(operator) => onChange({ ...condition, operator })}
      />
      {onRemove && <IconButton icon={Trash2} label={t("alarms.edit.remove", { n })} onClick={onRemove} />}
    </fieldset>
  );
}
