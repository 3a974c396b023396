import { announcementForm, changeAnnouncement, createAnnouncement } from "@canopy/contract/messages/announcements";
import { useState } from "react";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import { TimeInput } from "../ui/time/TimeInput.tsx";
import { AnnouncementLine } from "./AnnouncementLine.tsx";
import type { AnnouncementRow, TenantName } from "./announcement-row.ts";
import { BothLanguages, type BothTexts } from "./BothLanguages.tsx";
import styles from "./messages.module.css";
import { RecipientField } from "./RecipientField.tsx";

interface AnnouncementDialogProps {
  /** Undefined: a new announcement. */
  edited: AnnouncementRow | undefined;
  tenants: readonly TenantName[];
  onSaved(): void;
  onClose(): void;
}

/** NAV-09 */
export function AnnouncementDialog({ edited, tenants, onSaved, onClose }: AnnouncementDialogProps) {
  const t = useText();
  const [badTime, setBadTime] = useState<"from" | "until">();
  const form = useContractForm(announcementForm, {
    initial: edited ?? {
      title_zh: "",
      title_en: "",
      content_zh: "",
      content_en: "",
      from_time: Date.now(),
      until_time: null,
      tenant_ids: [],
    },
    submit: async ({ title_zh, title_en, content_zh, content_en, from_time, until_time, tenant_ids }) => {
      const body = { title_zh, title_en, content_zh, content_en, from_time, until_time, tenant_ids };
      if (edited) await api(changeAnnouncement, { params: { notice_id: edited.id }, body });
      else await api(createAnnouncement, { body });
      addNote({ tone: "done", text: t("messages.notices.saved") });
      onSaved();
    },
  });
  const errorOf = (field: "from" | "until") =>
    badTime === field ? t("messages.form.badTime") : form.errorOf(`${field}_time`);
  return (
    <FormDialog
      title={t(edited ? "messages.notices.edit" : "messages.notices.new")}
      width={720}
      onClose={onClose}
      action={t(edited ? "messages.notices.save" : "messages.notices.publish")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <BothLanguages form={form} />
      <Preview texts={form.values} />
      <div className={styles.both}>
        <Field label={t("messages.notices.from")} error={errorOf("from")} required>
          {(control) => (
            <TimeInput
              {...control}
              at={form.values.from_time}
              onChange={(at) => {
                setBadTime(undefined);
                if (at !== null) form.set("from_time", at);
              }}
              onBad={() => setBadTime("from")}
            />
          )}
        </Field>
        <Field label={t("messages.notices.until")} hint={t("messages.notices.untilHint")} error={errorOf("until")}>
          {(control) => (
            <TimeInput
              {...control}
              at={form.values.until_time}
              onChange={(at) => {
                setBadTime(undefined);
                form.set("until_time", at);
              }}
              onBad={() => setBadTime("until")}
            />
          )}
        </Field>
      </div>
      <RecipientField
        tenants={tenants}
        value={form.values.tenant_ids}
        onChange={(tenantIds) => form.set("tenant_ids", tenantIds)}
      />
    </FormDialog>
  );
}

/** NAV-09: the bar as readers of each language will see it. */
function Preview({ texts }: { texts: BothTexts }) {
  const t = useText();
  return (
    <section className={styles.preview} aria-label={t("messages.notices.preview")}>
      <span className={styles.quiet}>{t("messages.notices.preview")}</span>
      {(["zh", "en"] as const).map((language) => (
        <div key={language} lang={language} className={styles.bar}>
          <div className={styles.barText}>
            <AnnouncementLine title={texts[`title_${language}`]} content={texts[`content_${language}`]} />
          </div>
        </div>
      ))}
    </section>
  );
}
