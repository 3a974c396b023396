import "../registration/texts.ts";
import "./texts.ts";
import { firstPassword, setFirstPassword } from "@canopy/contract/accounts/first-password";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { PasswordFields } from "../registration/PasswordFields.tsx";

interface FirstPasswordDialogProps {
  ticket: string;
  onClose(): void;
}

/** USR-02: the first password opens nothing but this. */
export function FirstPasswordDialog({ ticket, onClose }: FirstPasswordDialogProps) {
  const t = useText();
  const form = useContractForm(firstPassword, {
    initial: { new_password: "", confirmPassword: "" },
    submit: async (values) => {
      const { message } = await api(setFirstPassword, { body: { ...values, security_ticket: ticket } });
      addNote({ tone: "done", text: message });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("accounts.first.title")}
      action={t("accounts.first.submit")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <p>{t("accounts.first.note")}</p>
      <PasswordFields
        password={{ text: form.text("new_password"), error: form.errorOf("new_password") }}
        confirm={{ text: form.text("confirmPassword"), error: form.errorOf("confirmPassword") }}
      />
    </FormDialog>
  );
}
