import { createAccessToken, newAccessToken, TOKEN_SCOPES } from "@canopy/contract/accounts/access-tokens";
import { accountErrors } from "@canopy/contract/accounts/errors";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";

const LENGTHS = ["7", "30", "90", "365", "never"] as const;

interface NewTokenDialogProps {
  onCreated(token: string): void;
  onClose(): void;
}

export function NewTokenDialog({ onCreated, onClose }: NewTokenDialogProps) {
  const t = useText();
  const form = useContractForm(newAccessToken, {
    initial: { name: "", scope: "read", devices: null, expires_days: 90 },
    fieldOfCode: { [accountErrors.tokenNameTaken.code]: "name" },
    submit: async (values) => onCreated((await api(createAccessToken, { body: values })).token),
  });
  const { scope, expires_days: days } = form.values;
  const [devices, setDevices] = useState("");

  return (
    <FormDialog
      title={t("accounts.tokens.create")}
      onClose={onClose}
      action={t("accounts.tokens.create")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Field
        label={t("accounts.tokens.name")}
        hint={t("accounts.tokens.nameHint")}
        error={form.errorOf("name")}
        required
      >
        {(control) => <TextInput {...control} {...form.text("name")} maxLength={64} autoFocus autoComplete="off" />}
      </Field>
      <Field label={t("accounts.tokens.scope")} error={form.errorOf("scope")}>
        {() => (
          <Segmented
            label={t("accounts.tokens.scope")}
            options={TOKEN_SCOPES.map((value) => ({ value, label: t(`accounts.tokens.scope.${value}`) }))}
            value={scope}
            onChange={(value) => form.set("scope", value)}
          />
        )}
      </Field>
      <Field label={t("accounts.tokens.expiry")} error={form.errorOf("expires_days")}>
        {(control) => (
          <Select
            {...control}
            options={LENGTHS.map((value) => ({
              value,
              label: value === "never" ? t("accounts.tokens.never") : t("accounts.tokens.days", { days: value }),
            }))}
            value={LENGTHS.find((value) => value === String(days ?? "never")) ?? "90"}
            onChange={(value) => form.set("expires_days", value === "never" ? null : Number(value))}
          />
        )}
      </Field>
      <Field
        label={t("accounts.tokens.devices")}
        hint={t("accounts.tokens.devicesHint")}
        error={form.errorOf("devices") && t("accounts.tokens.devicesWrong")}
      >
        {(control) => (
          <TextArea
            {...control}
            name="devices"
            mono
            rows={3}
            value={devices}
            onChange={(typed) => {
              setDevices(typed);
              form.set("devices", devicesOf(typed));
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** One id a line, blank lines left out; none means all that one may use. */
function devicesOf(typed: string): string[] | null {
  const ids = typed.toUpperCase().split(/\s+/).filter(Boolean);
  return ids.length > 0 ? ids : null;
}
