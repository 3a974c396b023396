import { accountErrors, fieldErrors } from "@canopy/contract/accounts/errors";
import { createTenant, newTenant } from "@canopy/contract/accounts/operating";
import { TENANT_NAME_MAX } from "@canopy/contract/accounts/rules";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";

export interface MadeTenant {
  owner: string;
  password: string;
}

interface NewTenantDialogProps {
  onMade(made: MadeTenant): void;
  onClose(): void;
}

const KINDS = [0, 1] as const;

/** USR-01: a tenant with its owner and a generated password. */
export function NewTenantDialog({ onMade, onClose }: NewTenantDialogProps) {
  const t = useText();
  const form = useContractForm(newTenant, {
    initial: { name: "", tenant_type: 0, owner_name: "", owner_phone: "" },
    fieldOfCode: {
      [accountErrors.tenantNameTaken.code]: "name",
      [fieldErrors.usernameExists.code]: "owner_name",
      [fieldErrors.phoneExists.code]: "owner_phone",
    },
    submit: async (body) => {
      const { password } = await api(createTenant, { body });
      onMade({ owner: body.owner_name, password });
    },
  });
  return (
    <FormDialog
      title={t("accounts.operating.newTenant")}
      onClose={onClose}
      action={t("accounts.operating.newTenant")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Field label={t("accounts.operating.tenantName")} error={form.errorOf("name")} required>
        {(control) => (
          <TextInput {...control} {...form.text("name")} maxLength={TENANT_NAME_MAX} autoFocus autoComplete="off" />
        )}
      </Field>
      <Field label={t("accounts.operating.kind")}>
        {() => (
          <Segmented
            label={t("accounts.operating.kind")}
            options={KINDS.map((kind) => ({ value: String(kind), label: t(`accounts.operating.kind.${kind}`) }))}
            value={String(form.values.tenant_type)}
            onChange={(value) => form.set("tenant_type", value === "1" ? 1 : 0)}
          />
        )}
      </Field>
      <Field
        label={t("accounts.operating.ownerName")}
        hint={t("accounts.operating.ownerNameHint")}
        error={form.errorOf("owner_name")}
        required
      >
        {(control) => <TextInput {...control} {...form.text("owner_name")} maxLength={32} autoComplete="off" />}
      </Field>
      <Field
        label={t("accounts.operating.ownerPhone")}
        hint={t("accounts.operating.ownerPhoneHint")}
        error={form.errorOf("owner_phone")}
      >
        {(control) => <TextInput {...control} {...form.text("owner_phone")} maxLength={20} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
