import { changePassword, passwordChange } from "@canopy/contract/accounts/personal";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { PasswordFields } from "../registration/PasswordFields.tsx";
import styles from "./personal.module.css";

/** ACC-24: the old one is asked for; other sessions end. */
export function PasswordBlock() {
  const t = useText();
  const form = useContractForm(passwordChange, {
    initial: { old_password: "", new_password: "", confirmPassword: "" },
    submit: async (body) => {
      const { ended } = await api(changePassword, { body });
      addNote({ tone: "done", text: t("accounts.personal.passwordSaved", { count: ended }) });
      form.reset();
    },
  });
  return (
    <form className={styles.narrow} onSubmit={form.onSubmit} noValidate>
      <FormAlert text={form.formError} />
      <Field label={t("accounts.personal.oldPassword")} error={form.errorOf("old_password")} required>
        {(control) => (
          <PasswordInput {...control} {...form.text("old_password")} size="entry" autoComplete="current-password" />
        )}
      </Field>
      <PasswordFields
        password={{ text: form.text("new_password"), error: form.errorOf("new_password") }}
        confirm={{ text: form.text("confirmPassword"), error: form.errorOf("confirmPassword") }}
      />
      <div>
        <Button kind="main" type="submit" busy={form.busy}>
          {t("accounts.personal.changePassword")}
        </Button>
      </div>
    </form>
  );
}
