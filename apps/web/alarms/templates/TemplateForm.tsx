import {
  type listNoticeTemplates,
  MAX_TEMPLATE_SUBJECT,
  MAX_TEMPLATE_TEXT,
  noticeTemplate,
  resetNoticeTemplate,
  setNoticeTemplate,
  TEMPLATE_PLACES,
} from "@canopy/contract/alarms/notice-templates";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { LANGUAGES, type Language } from "@canopy/contract/platform/language";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../platform/api.ts";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";
import styles from "./templates.module.css";

type TemplateRow = Reply<typeof listNoticeTemplates>["list"][number];

/** Subject and text in both languages, with what becomes of them. */
export function TemplateForm({ row: { kind, template, is_default } }: { row: TemplateRow }) {
  const t = useText();
  const client = useQueryClient();
  const [given, setGiven] = useState(template);
  const checked = noticeTemplate.safeParse(given);
  const problem = checked.error?.issues[0]?.message;
  const done = async (text: string) => {
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: ["alarms", "templates"] });
  };
  const save = useMutation({
    mutationFn: () => api(setNoticeTemplate, { params: { kind }, body: given }),
    onSuccess: () => done(t("alarms.template.saved")),
  });
  const reset = useMutation({
    mutationFn: () => api(resetNoticeTemplate, { params: { kind } }),
    onSuccess: () => done(t("alarms.template.wasReset")),
  });
  const failed = save.error ?? reset.error;
  const set = (language: Language, changes: Partial<(typeof given)["zh"]>) =>
    setGiven({ ...given, [language]: { ...given[language], ...changes } });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (checked.success) save.mutate();
      }}
    >
      <FormAlert text={problem ? (codeText(problem) ?? problem) : failed ? troubleOf(failed).text : undefined} />
      <div className={styles.both}>
        {LANGUAGES.map((language) => (
          <div key={language} className={styles.language}>
            <Field label={t(`alarms.template.subject.${language}`)}>
              {(control) => (
                <TextInput
                  {...control}
                  value={given[language].subject}
                  maxLength={MAX_TEMPLATE_SUBJECT}
                  onChange={(subject) => set(language, { subject })}
                />
              )}
            </Field>
            <Field label={t(`alarms.template.text.${language}`)}>
              {(control) => (
                <TextArea
                  {...control}
                  rows={6}
                  value={given[language].text}
                  maxLength={MAX_TEMPLATE_TEXT}
                  onChange={(text) => set(language, { text })}
                />
              )}
            </Field>
          </div>
        ))}
      </div>
      <p className={styles.lead}>
        {t("alarms.template.places")} <span className="mono">{TEMPLATE_PLACES.map((one) => `{${one}}`).join(" ")}</span>
      </p>
      {checked.success && <TemplatePreview template={checked.data} />}
      <div className={styles.buttons}>
        <Button
          denied={is_default ? t("alarms.template.isDefault") : undefined}
          busy={reset.isPending}
          onClick={() => reset.mutate()}
        >
          {t("alarms.template.reset")}
        </Button>
        <Button kind="main" type="submit" busy={save.isPending}>
          {t("alarms.template.save")}
        </Button>
      </div>
    </form>
  );
}
