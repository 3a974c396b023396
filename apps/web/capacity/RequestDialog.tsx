import { LIMIT_TEXTS } from "@canopy/contract/capacity/limit-names";
import { LIMIT_NAMES, type LimitName, type PackageContent } from "@canopy/contract/capacity/package";
import {
  CONTACT_MAX,
  capacityErrors,
  newCapacityRequest,
  REASON_MAX,
  requestCapacity,
} from "@canopy/contract/capacity/requests";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { formatNumber } from "../platform/formats.ts";
import { useLanguage, useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { NumberInput } from "../ui/form/NumberInput.tsx";
import { Select } from "../ui/form/Select.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import { CAPACITY_KEY } from "./capacity-queries.ts";
import "./texts.ts";

interface RequestDialogProps {
  tenantId: string;
  /** Undefined: not known. */
  content: PackageContent | undefined;
  onClose(): void;
}

const FIRST: LimitName = "database_storage_space";

/** NAV-16: more of a quota, asked of the system manager. */
export function RequestDialog({ tenantId, content, onClose }: RequestDialogProps) {
  const t = useText();
  const language = useLanguage();
  const client = useQueryClient();
  const form = useContractForm(newCapacityRequest, {
    initial: { quota: FIRST, amount: 2 * (content?.[FIRST] ?? 1), reason: "", contact: "" },
    fieldOfCode: { [capacityErrors.requestWaiting.code]: "quota" },
    submit: async (body) => {
      await api(requestCapacity, { params: { tenantId }, body });
      addNote({ tone: "done", text: t("capacity.request.sent") });
      await client.invalidateQueries({ queryKey: CAPACITY_KEY });
      onClose();
    },
  });
  const current = content?.[form.values.quota];
  const known = current === null ? t("capacity.tile.unlimited") : formatNumber(current);
  return (
    <FormDialog
      title={t("capacity.request.title")}
      action={t("capacity.request.send")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field label={t("capacity.request.quota")} error={form.errorOf("quota")} required>
        {(control) => (
          <Select
            {...control}
            options={LIMIT_NAMES.map((value) => ({ value, label: LIMIT_TEXTS[value][language] }))}
            value={form.values.quota}
            onChange={(quota) => form.set("quota", quota)}
          />
        )}
      </Field>
      <Field
        label={t("capacity.request.amount")}
        hint={t("capacity.request.current", { current: known })}
        error={form.errorOf("amount")}
        required
      >
        {(control) => <NumberInput {...control} {...form.number("amount")} />}
      </Field>
      <Field label={t("capacity.request.reason")} error={form.errorOf("reason")}>
        {(control) => <TextArea {...control} {...form.text("reason")} maxLength={REASON_MAX} rows={3} />}
      </Field>
      <Field label={t("capacity.request.contact")} error={form.errorOf("contact")}>
        {(control) => <TextInput {...control} {...form.text("contact")} maxLength={CONTACT_MAX} />}
      </Field>
    </FormDialog>
  );
}
