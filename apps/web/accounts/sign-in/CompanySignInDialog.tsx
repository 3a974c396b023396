import "./company-texts.ts";
import { startOidc } from "@canopy/contract/accounts/oidc";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { rememberArrival } from "./arrivals.ts";

const form = startOidc.body.pick({ company: true });

interface CompanySignInDialogProps {
  /** From the address of the page, where it names one. */
  company: string;
  onClose(): void;
}

/** OPS-07: the company's own provider asks for name and password; it sends one back to this page. */
export function CompanySignInDialog({ company, onClose }: CompanySignInDialogProps) {
  const t = useText();
  const asked = useContractForm(form, {
    initial: { company },
    submit: async (typed) => {
      const body = { ...typed, redirect_uri: `${location.origin}/Login` };
      const { data } = await api(startOidc, { body });
      rememberArrival("oidc", data.state);
      location.assign(data.url);
    },
  });
  return (
    <FormDialog
      title={t("accounts.company.title")}
      action={t("accounts.company.go")}
      busy={asked.busy}
      error={asked.formError}
      leaves="freely"
      onSubmit={asked.onSubmit}
      onClose={onClose}
    >
      <Field
        label={t("accounts.company.company")}
        hint={t("accounts.company.hint")}
        error={asked.errorOf("company")}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            {...asked.text("company")}
            autoFocus
            autoComplete="organization"
            spellCheck={false}
            maxLength={64}
          />
        )}
      </Field>
    </FormDialog>
  );
}
