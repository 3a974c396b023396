import {
  decideRegistration,
  REFUSAL_MAX,
  type RegistrationRow,
  reviewDecision,
} from "@canopy/contract/accounts/reviews";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";

interface RefuseDialogProps {
  row: RegistrationRow;
  onDone(): void;
  onClose(): void;
}

/** ACC-17: a refusal has a reason, which the applicant reads. */
export function RefuseDialog({ row, onDone, onClose }: RefuseDialogProps) {
  const t = useText();
  const form = useContractForm(reviewDecision, {
    initial: { decision: "refuse", reason: "" },
    submit: async (body) => {
      await api(decideRegistration, { params: { tenant_id: row.id }, body });
      onDone();
    },
  });
  return (
    <FormDialog
      title={t("accounts.reviews.refuseTitle", { name: row.user_name })}
      action={t("accounts.reviews.refuse")}
      danger
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={t("accounts.reviews.reason")}
        hint={t("accounts.reviews.reasonHint")}
        error={form.errorOf("reason")}
        required
      >
        {(control) => <TextArea {...control} {...form.text("reason")} maxLength={REFUSAL_MAX} autoFocus />}
      </Field>
    </FormDialog>
  );
}
