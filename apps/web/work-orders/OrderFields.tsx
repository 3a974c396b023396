import {
  DESCRIPTION_MAX,
  ORDER_FUNCTIONS,
  ORDER_NAME_MAX,
  ORDER_TYPES,
  type orderContent,
} from "@canopy/contract/work-orders/orders";
import type { z } from "zod";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Select } from "../ui/form/Select.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import type { ContractForm } from "../ui/form/use-contract-form.ts";
import styles from "./orders.module.css";

type Content = z.input<typeof orderContent>;

/** Of a form that has these fields, whatever else it has. */
type ContentForm = Pick<ContractForm<Content>, "values" | "errorOf" | "set" | "text">;

/** WO-01: what the initiator says; of a new order, and of a refused one that is changed. */
export function OrderFields({ form: own }: { form: ContentForm }) {
  const t = useText();
  return (
    <>
      <Field label={t("work-orders.field.name")} error={own.errorOf("name")} required>
        {(control) => <TextInput {...control} {...own.text("name")} maxLength={ORDER_NAME_MAX} />}
      </Field>
      <Field label={t("work-orders.field.type")}>
        {() => (
          <Segmented
            label={t("work-orders.field.type")}
            options={ORDER_TYPES.map((value) => ({ value, label: t(`work-orders.type.${value}`) }))}
            value={own.values.type}
            onChange={(type) => own.set("type", type)}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={t("work-orders.field.function")}>
          {(control) => (
            <Select
              {...control}
              options={ORDER_FUNCTIONS.map((value) => ({ value, label: t(`work-orders.function.${value}`) }))}
              value={own.values.function}
              onChange={(value) => own.set("function", value)}
            />
          )}
        </Field>
        <Field
          label={t("work-orders.field.phone")}
          hint={t("work-orders.field.phoneHint")}
          error={own.errorOf("phone")}
        >
          {(control) => <TextInput {...control} {...own.text("phone")} inputMode="tel" maxLength={21} />}
        </Field>
      </div>
      <Field
        label={t("work-orders.field.description")}
        aside={<span className={styles.hint}>{`${own.values.description.length} / ${DESCRIPTION_MAX}`}</span>}
        error={own.errorOf("description")}
        required
      >
        {(control) => <TextArea {...control} {...own.text("description")} rows={5} maxLength={DESCRIPTION_MAX} />}
      </Field>
    </>
  );
}
