import { loginProviderForm, setLoginProvider } from "@canopy/contract/accounts/login-providers";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import type { LoginProviderRow } from "./login-providers-query.ts";

interface LoginProviderDialogProps {
  provider: LoginProviderRow;
  onSaved(): void;
  onClose(): void;
}

const FIELDS = [
  ["app_id", "appId", 64],
  ["sign_in_url", "signInUrl", 512],
  ["api_url", "apiUrl", 512],
] as const;

/** The secret is written, never shown. */
export function LoginProviderDialog({ provider, onSaved, onClose }: LoginProviderDialogProps) {
  const t = useText();
  const { kind, has_secret, app_id, sign_in_url, api_url } = provider;
  const form = useContractForm(loginProviderForm, {
    // One that is set up is meant to be used.
    initial: { is_on: provider.is_on || app_id === "", app_id, sign_in_url, api_url, secret: undefined },
    submit: async (body) => {
      const { message } = await api(setLoginProvider, { params: { kind }, body });
      addNote({ tone: "done", text: message });
      onSaved();
    },
  });
  return (
    <FormDialog
      title={t(app_id === "" ? "accounts.loginProviders.set" : "accounts.loginProviders.edit")}
      action={t("accounts.loginProviders.save")}
      busy={form.busy}
      error={form.formError}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <Checkbox checked={form.values.is_on} onChange={(ticked) => form.set("is_on", ticked)}>
        {t("accounts.loginProviders.enable")}
      </Checkbox>
      {FIELDS.map(([name, label, maxLength]) => (
        <Field key={name} label={t(`accounts.loginProviders.${label}`)} error={form.errorOf(name)} required>
          {(control) => (
            <TextInput
              {...control}
              {...form.text(name)}
              mono
              spellCheck={false}
              autoComplete="off"
              maxLength={2 * maxLength}
            />
          )}
        </Field>
      ))}
      <Field
        label={t("accounts.loginProviders.secret")}
        hint={has_secret ? t("accounts.loginProviders.secretKept") : undefined}
        error={form.errorOf("secret")}
        required={!has_secret}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.text("secret")}
            onChange={(typed) => form.set("secret", typed === "" ? undefined : typed)}
            autoComplete="new-password"
            maxLength={500}
          />
        )}
      </Field>
    </FormDialog>
  );
}
