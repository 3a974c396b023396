import { typeErrors } from "@canopy/contract/devices/errors";
import { CAN_KEYWORD, createInfoModel, type InfoModel, infoModelContent } from "@canopy/contract/devices/info-models";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Switch } from "../../ui/form/Switch.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { kindWord } from "./type-columns.tsx";
import { useStoreType, useTenantId } from "./type-queries.ts";
import styles from "./types.module.css";

interface TypeDialogProps {
  /** Absent for a new one. */
  type?: InfoModel;
  onDone(type: { id: string; name: string }): void;
  onClose(): void;
}

export function TypeDialog({ type: newest, onDone, onClose }: TypeDialogProps) {
  const t = useText();
  const store = useStoreType();
  // The form changes the type as it was when opened.
  const [type] = useState(newest);
  const tenantId = useTenantId();
  const form = useContractForm(infoModelContent, {
    initial: { name: type?.name ?? "", keyword: type?.keyword ?? CAN_KEYWORD, is_public: type?.is_public ?? false },
    fieldOfCode: { [typeErrors.typeNameTaken.code]: "name" },
    submit: async ({ name, keyword, is_public }) => {
      if (type) {
        await store(type, { name, keyword, is_public });
        onDone({ id: type.id, name });
      } else {
        const body = { name, keyword, is_public };
        onDone((await api(createInfoModel, { params: { tenant_id: tenantId }, body })).data);
      }
    },
  });
  const keyword = form.values.keyword ?? CAN_KEYWORD;
  const kinds = [...new Set([CAN_KEYWORD, "iot", type?.keyword ?? CAN_KEYWORD])];
  const title = t(type ? "devices.types.edit" : "devices.types.create");

  return (
    <FormDialog
      title={title}
      onClose={onClose}
      action={type ? t("devices.types.save") : title}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Field label={t("devices.types.name")} error={form.errorOf("name")} required>
        {(control) => <TextInput {...control} {...form.text("name")} dir="auto" autoComplete="off" />}
      </Field>
      <Field label={t("devices.types.kind")} hint={t("devices.types.kindHint")} error={form.errorOf("keyword")}>
        {() => (
          <Segmented
            label={t("devices.types.kind")}
            options={kinds.map((value) => ({ value, label: kindWord(value, t) }))}
            value={keyword}
            onChange={(value) => form.set("keyword", value)}
          />
        )}
      </Field>
      <Field label={t("devices.types.public")} hint={t("devices.types.publicHint")}>
        {(control) => (
          <span className={styles.switchLine}>
            <Switch
              id={control.id}
              aria-describedby={control["aria-describedby"]}
              checked={form.values.is_public ?? false}
              onChange={(on) => form.set("is_public", on)}
            />
          </span>
        )}
      </Field>
    </FormDialog>
  );
}
