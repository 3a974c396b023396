import { typeErrors } from "@canopy/contract/devices/errors";
import { type DataField, dataField } from "@canopy/contract/devices/type-fields";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Switch } from "../../ui/form/Switch.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import styles from "./types.module.css";

interface FieldDialogProps {
  field: DataField | undefined;
  /** Names that the group has already, this field's own left out. */
  taken: readonly string[];
  onSave(field: DataField): Promise<void>;
  onClose(): void;
}

const FORMATS = ["decimal", "hex"] as const;

const BLANK: DataField = {
  name: "",
  display_name: "",
  array_type: "",
  is_display: true,
  notes: "",
  display_format: "decimal",
  time_format: "",
  accuracy: null,
};

export function FieldDialog({ field, taken, onSave, onClose }: FieldDialogProps) {
  const t = useText();
  const schema = dataField.extend({
    name: dataField.shape.name.refine((name) => !taken.includes(name), typeErrors.fieldNamesRepeat.code),
  });
  const form = useContractForm(schema, {
    initial: field ?? BLANK,
    fieldOfCode: { [typeErrors.fieldNamesRepeat.code]: "name" },
    submit: onSave,
  });
  const [places, setPlaces] = useState(field?.accuracy == null ? "" : String(field.accuracy));
  const { display_format: format = "decimal", is_display: shown = true } = form.values;
  return (
    <FormDialog
      width={560}
      title={t(field ? "devices.types.editField" : "devices.types.addField")}
      onClose={onClose}
      action={t("devices.types.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <div className={styles.pair}>
        <Field
          label={t("devices.types.field.name")}
          hint={t("devices.types.field.nameHint")}
          error={form.errorOf("name")}
          required
        >
          {(control) => <TextInput {...control} {...form.text("name")} mono spellCheck={false} autoComplete="off" />}
        </Field>
        <Field label={t("devices.types.field.display")} error={form.errorOf("display_name")}>
          {(control) => <TextInput {...control} {...form.text("display_name")} dir="auto" autoComplete="off" />}
        </Field>
        <Field label={t("devices.types.field.format")} error={form.errorOf("display_format")}>
          {() => (
            <Segmented
              label={t("devices.types.field.format")}
              options={FORMATS.map((value) => ({ value, label: t(`devices.types.field.format.${value}`) }))}
              value={format}
              onChange={(value) => form.set("display_format", value)}
            />
          )}
        </Field>
        <Field
          label={t("devices.types.field.accuracy")}
          hint={t("devices.types.field.accuracyHint")}
          error={form.errorOf("accuracy")}
        >
          {(control) => (
            <TextInput
              {...control}
              name="accuracy"
              inputMode="numeric"
              autoComplete="off"
              value={places}
              onChange={(text) => {
                setPlaces(text);
                form.set("accuracy", text.trim() === "" ? null : Number(text));
              }}
            />
          )}
        </Field>
        <Field
          label={t("devices.types.field.time")}
          hint={t("devices.types.field.timeHint")}
          error={form.errorOf("time_format")}
        >
          {(control) => <TextInput {...control} {...form.text("time_format")} mono autoComplete="off" />}
        </Field>
        <Field
          label={t("devices.types.field.array")}
          hint={t("devices.types.field.arrayHint")}
          error={form.errorOf("array_type")}
        >
          {(control) => <TextInput {...control} {...form.text("array_type")} mono autoComplete="off" />}
        </Field>
      </div>
      <Field label={t("devices.types.field.notes")} error={form.errorOf("notes")}>
        {(control) => <TextArea {...control} {...form.text("notes")} dir="auto" rows={2} />}
      </Field>
      <Field label={t("devices.types.field.shown")} hint={t("devices.types.field.shownHint")}>
        {(control) => (
          <span className={styles.switchLine}>
            <Switch
              id={control.id}
              aria-describedby={control["aria-describedby"]}
              checked={shown}
              onChange={(on) => form.set("is_display", on)}
            />
          </span>
        )}
      </Field>
    </FormDialog>
  );
}
