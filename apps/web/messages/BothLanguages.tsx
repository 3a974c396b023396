import { CONTENT_MAX, TITLE_MAX } from "@canopy/contract/messages/announcements";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import type { ContractForm } from "../ui/form/use-contract-form.ts";
import styles from "./messages.module.css";

export interface BothTexts {
  title_zh: string;
  title_en: string;
  content_zh: string;
  content_en: string;
}

const LANGUAGES = ["zh", "en"] as const;

/** Title and content, Chinese beside English. */
export function BothLanguages({ form }: { form: Pick<ContractForm<BothTexts>, "text" | "errorOf"> }) {
  const t = useText();
  return (
    <>
      <div className={styles.both}>
        {LANGUAGES.map((language) => (
          <Field
            key={language}
            label={t(`messages.form.title.${language}`)}
            error={form.errorOf(`title_${language}`)}
            required
          >
            {(control) => <TextInput {...control} {...form.text(`title_${language}`)} maxLength={TITLE_MAX} />}
          </Field>
        ))}
      </div>
      <div className={styles.both}>
        {LANGUAGES.map((language) => (
          <Field
            key={language}
            label={t(`messages.form.content.${language}`)}
            hint={language === "zh" ? t("messages.form.markup") : undefined}
            error={form.errorOf(`content_${language}`)}
            required
          >
            {(control) => (
              <TextArea {...control} {...form.text(`content_${language}`)} rows={5} maxLength={CONTENT_MAX} />
            )}
          </Field>
        ))}
      </div>
    </>
  );
}
