import { fieldErrors } from "@canopy/contract/accounts/errors";
import {
  createSubUser,
  DESCRIPTION_MAX,
  newSubUser,
  type SubUser,
  subUserChange,
  TENANT_LEVELS,
  updateSubUser,
} from "@canopy/contract/accounts/sub-users";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { type ContractForm, useContractForm } from "../../ui/form/use-contract-form.ts";

interface NewProps {
  primary: string;
  onMade(signInName: string): void;
  onClose(): void;
}

const FIELD_OF_CODE = {
  [fieldErrors.usernameExists.code]: "name",
  [fieldErrors.phoneExists.code]: "phone",
} as const;

/** USR-02: with the default role, changed afterwards. */
export function NewSubUserDialog({ primary, onMade, onClose }: NewProps) {
  const t = useText();
  const form = useContractForm(newSubUser, {
    initial: { name: "", phone: "", email: "", description: "" },
    fieldOfCode: FIELD_OF_CODE,
    submit: async (body) => {
      const { data } = await api(createSubUser, { body }, { idempotencyKey: crypto.randomUUID() });
      onMade(data.sign_in_name);
    },
  });
  return (
    <FormDialog
      title={t("accounts.people.new")}
      action={t("accounts.people.new")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={t("accounts.people.name")}
        hint={t("accounts.people.nameHint", { primary })}
        error={form.errorOf("name")}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.text("name")}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={32}
          />
        )}
      </Field>
      <Contact form={form} phoneHint={t("accounts.people.phoneHint")} />
    </FormDialog>
  );
}

interface EditProps {
  user: SubUser;
  onSaved(): void;
  onClose(): void;
}

export function EditSubUserDialog({ user, onSaved, onClose }: EditProps) {
  const t = useText();
  const { phone, email, description, tenant_level } = user;
  const form = useContractForm(subUserChange, {
    initial: { phone, email, description, tenant_level },
    fieldOfCode: { [fieldErrors.phoneExists.code]: "phone" },
    submit: async (body) => {
      await api(updateSubUser, { params: { user_id: user.id }, body });
      onSaved();
    },
  });
  return (
    <FormDialog
      title={t("accounts.people.editTitle", { name: user.name })}
      action={t("accounts.people.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Contact form={form} phoneHint={undefined} />
      <LevelField value={form.values.tenant_level} onChange={(level) => form.set("tenant_level", level)} />
    </FormDialog>
  );
}

interface LevelFieldProps {
  value: (typeof TENANT_LEVELS)[number];
  onChange(level: (typeof TENANT_LEVELS)[number]): void;
}

/** USR-03: what belongs to no device. */
export function LevelField({ value, onChange }: LevelFieldProps) {
  const t = useText();
  return (
    <Field label={t("accounts.people.level")} hint={t("accounts.people.levelHint")}>
      {() => (
        <Segmented
          label={t("accounts.people.level")}
          options={TENANT_LEVELS.map((level) => ({ value: level, label: t(`accounts.people.level.${level}`) }))}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

type ContactName = "phone" | "email" | "description";
interface ContactProps {
  form: Pick<ContractForm<Record<ContactName, unknown>>, "errorOf" | "text">;
  phoneHint: string | undefined;
}

function Contact({ form, phoneHint }: ContactProps) {
  const t = useText();
  return (
    <>
      <Field label={t("accounts.people.phone")} hint={phoneHint} error={form.errorOf("phone")} required>
        {(control) => (
          <TextInput
            {...control}
            {...form.text("phone")}
            type="tel"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
          />
        )}
      </Field>
      <Field label={t("accounts.people.email")} error={form.errorOf("email")}>
        {(control) => (
          <TextInput {...control} {...form.text("email")} type="email" autoComplete="off" maxLength={254} />
        )}
      </Field>
      <Field label={t("accounts.people.description")} error={form.errorOf("description")}>
        {(control) => (
          <TextInput {...control} {...form.text("description")} autoComplete="off" maxLength={DESCRIPTION_MAX} />
        )}
      </Field>
    </>
  );
}
