import "./texts.ts";
import { type Customisation, customisation } from "@canopy/contract/settings/attributes";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { changeLanguage, translate, useText } from "../../platform/i18n.ts";
import { languageOfWord, languageStore, wordOfLanguage } from "../../platform/language.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { LeaveGuard } from "../../ui/form/LeaveGuard.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { customisationQuery, saveCustomisation } from "../customisation.ts";
import { LogoField } from "./LogoField.tsx";
import styles from "./look.module.css";

const look = customisation.omit({ trackingOff: true });
export type Look = Record<Exclude<keyof Customisation, "trackingOff">, string>;

const WORDS = [wordOfLanguage("zh"), wordOfLanguage("en")] as const;
const NAMES = [
  ...(["systemLogo", "systemName", "systemLanguage"] as const),
  ...(["systemWebBottomCompany", "systemWebBottomPhone", "systemWebBottomEmail"] as const),
];
const TEXTS = [
  ["systemName", "name", 64],
  ["systemWebBottomCompany", "company", 128],
  ["systemWebBottomPhone", "phone", 32],
  ["systemWebBottomEmail", "email", 254],
] as const;

interface LookFormProps {
  saved: Look;
  /** What stands where nothing was chosen. */
  defaults: Look;
  /** Why this user cannot change it. */
  denied: string | undefined;
  /** Beside the form: how it will look. */
  preview(look: Look): ReactNode;
}

/** NAV-08: every value may be empty and has a default; applied at once, for everybody of the tenant. */
export function LookForm({ saved, defaults, denied, preview }: LookFormProps) {
  const t = useText();
  const client = useQueryClient();
  const apply = async (values: Customisation) => {
    await saveCustomisation(values);
    await client.invalidateQueries(customisationQuery);
  };
  // Not the form's own: what it takes back or empties after saving is no work.
  const [kept, setKept] = useState(() => unspoken(saved));
  const form = useContractForm(look, {
    initial: unspoken(saved),
    submit: async ({ systemLanguage, ...values }) => {
      const before = languageStore.get();
      await apply(systemLanguage ? { ...values, systemLanguage } : values);
      if (systemLanguage) changeLanguage(languageOfWord(systemLanguage));
      form.set("systemLanguage", "");
      setKept(lookOf(values));
      const { systemLanguage: _, ...rest } = saved;
      const bringBack = async () => {
        await apply(systemLanguage ? saved : rest);
        form.replace(unspoken(saved));
        setKept(unspoken(saved));
        if (systemLanguage) changeLanguage(before);
      };
      const undo = () => void bringBack().catch((thrown) => addNote({ tone: "urgent", text: troubleOf(thrown).text }));
      addNote({ tone: "done", text: translate("settings.look.saved"), undo });
    },
  });
  const isUnkept = JSON.stringify(lookOf(form.values)) !== JSON.stringify(lookOf(kept));
  const values = lookOf({ ...form.values, systemLanguage: form.values.systemLanguage || saved.systemLanguage });
  return (
    <div className={styles.halves}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <LeaveGuard isUnkept={isUnkept} />
        <FormAlert text={form.formError} />
        {denied && <p className={styles.note}>{denied}</p>}
        <LogoField logo={values.systemLogo} denied={denied} onChange={(logo) => form.set("systemLogo", logo)} />
        {TEXTS.map(([name, label, maxLength]) => (
          <Field key={name} label={t(`settings.look.${label}`)} error={form.errorOf(name)}>
            {(control) => (
              <TextInput
                {...control}
                {...form.text(name)}
                maxLength={maxLength}
                placeholder={defaults[name]}
                readOnly={denied !== undefined}
              />
            )}
          </Field>
        ))}
        <Field label={t("settings.look.language")}>
          {(control) => (
            <Select
              {...control}
              disabled={denied !== undefined}
              options={WORDS.map((word) => ({ value: word, label: word }))}
              value={values.systemLanguage === WORDS[1] ? WORDS[1] : WORDS[0]}
              onChange={(word) => form.set("systemLanguage", word)}
            />
          )}
        </Field>
        <div className={styles.acts}>
          <Button kind="main" type="submit" busy={form.busy} denied={denied}>
            {t("settings.look.save")}
          </Button>
          <Button denied={denied} onClick={() => form.replace(lookOf({ systemLanguage: form.values.systemLanguage }))}>
            {t("settings.look.defaults")}
          </Button>
        </div>
      </form>
      {preview(values)}
    </div>
  );
}

/** The language is chosen in the header too: what was not chosen here is not saved over that. */
const unspoken = (saved: Look): Look => ({ ...saved, systemLanguage: "" });

/** What was not chosen is empty. */
export function lookOf(chosen: Partial<Record<keyof Look, string | undefined>>): Look {
  return Object.fromEntries(NAMES.map((name) => [name, chosen[name] ?? ""])) as Look;
}
