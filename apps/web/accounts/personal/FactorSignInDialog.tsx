import "./texts.ts";
import { factorErrors } from "@canopy/contract/accounts/second-factor-errors";
import { z } from "zod";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";

const schema = z.object({ factor_code: z.string().trim().min(1, factorErrors.factorFormat.code).max(32) });

interface FactorSignInDialogProps {
  /** Signs in with the code; a wrong one throws. */
  onCode(code: string): Promise<void>;
  onClose(): void;
}

/** ACC-26: the password was right, the second factor is still to be given. */
export function FactorSignInDialog({ onCode, onClose }: FactorSignInDialogProps) {
  const t = useText();
  const form = useContractForm(schema, {
    initial: { factor_code: "" },
    submit: ({ factor_code }) => onCode(factor_code),
  });
  return (
    <FormDialog
      title={t("accounts.factor.signIn")}
      action={t("accounts.signIn.submit")}
      busy={form.busy}
      error={form.formError}
      leaves="freely"
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={t("accounts.factor.code")}
        hint={t("accounts.factor.orRecovery")}
        error={form.errorOf("factor_code")}
        required
      >
        {(control) => (
          <TextInput {...control} {...form.text("factor_code")} autoFocus autoComplete="one-time-code" maxLength={32} />
        )}
      </Field>
    </FormDialog>
  );
}
