import { LIMIT_TEXTS } from "@canopy/contract/capacity/limit-names";
import { answerCapacityRequest, REASON_MAX } from "@canopy/contract/capacity/requests";
import { api } from "../platform/api.ts";
import { useLanguage, useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { NumberInput } from "../ui/form/NumberInput.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import type { OperatedRequest } from "./operated-request.ts";

interface AnswerRequestProps {
  request: OperatedRequest;
  onAnswered(): void;
  onClose(): void;
}

/** Granting sets the limit in the package; either way the tenant gets a message. */
export function AnswerRequest({ request, onAnswered, onClose }: AnswerRequestProps) {
  const t = useText();
  const language = useLanguage();
  const form = useContractForm(answerCapacityRequest.body, {
    initial: { decision: "granted", amount: request.amount, answer: "" },
    submit: async (body) => {
      await api(answerCapacityRequest, { params: { request_id: request.id }, body });
      addNote({ tone: "done", text: t("capacity.requests.done") });
      onAnswered();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("capacity.requests.answerTitle", { tenant: request.tenant_name })}
      action={t("capacity.requests.send")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <p>{request.reason}</p>
      <Field label={t("capacity.requests.decision")}>
        {() => (
          <Segmented
            label={t("capacity.requests.decision")}
            options={[
              { value: "granted", label: t("capacity.requests.grant") },
              { value: "refused", label: t("capacity.requests.refuse") },
            ]}
            value={form.values.decision}
            onChange={(decision) => form.set("decision", decision)}
          />
        )}
      </Field>
      {form.values.decision === "granted" && (
        <Field label={LIMIT_TEXTS[request.quota][language]} error={form.errorOf("amount")} required>
          {(control) => <NumberInput {...control} {...form.number("amount")} />}
        </Field>
      )}
      <Field label={t("capacity.requests.text")} error={form.errorOf("answer")}>
        {(control) => (
          <TextArea
            {...control}
            name="answer"
            rows={3}
            maxLength={REASON_MAX}
            value={form.values.answer ?? ""}
            onChange={(text) => form.set("answer", text)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
