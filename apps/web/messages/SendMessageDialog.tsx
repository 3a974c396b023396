import { messageForm, sendMessage } from "@canopy/contract/messages/announcements";
import { REMINDER } from "@canopy/contract/messages/messages";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import type { TenantName } from "./announcement-row.ts";
import { BothLanguages } from "./BothLanguages.tsx";
import { RecipientField } from "./RecipientField.tsx";

interface SendMessageDialogProps {
  tenants: readonly TenantName[];
  onClose(): void;
}

/** MSG-01: sends to all users of the chosen tenants, or of all tenants. */
export function SendMessageDialog({ tenants, onClose }: SendMessageDialogProps) {
  const t = useText();
  const form = useContractForm(messageForm, {
    initial: {
      title_zh: "",
      title_en: "",
      content_zh: "",
      content_en: "",
      reminder_mode: REMINDER.icon,
      tenant_ids: [],
    },
    submit: async (body) => {
      const { users } = await api(sendMessage, { body });
      addNote({ tone: "done", text: t("messages.notices.sent", { count: users }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("messages.notices.send")}
      width={720}
      onClose={onClose}
      action={t("messages.notices.sendNow")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <BothLanguages form={form} />
      <Field label={t("messages.form.reminder")}>
        {() => (
          <Segmented
            label={t("messages.form.reminder")}
            options={[
              { value: "1", label: t("messages.form.icon") },
              { value: "2", label: t("messages.form.dialog") },
            ]}
            value={String(form.values.reminder_mode)}
            onChange={(value) => form.set("reminder_mode", value === "2" ? REMINDER.dialog : REMINDER.icon)}
          />
        )}
      </Field>
      <RecipientField
        tenants={tenants}
        value={form.values.tenant_ids}
        onChange={(tenantIds) => form.set("tenant_ids", tenantIds)}
      />
    </FormDialog>
  );
}
