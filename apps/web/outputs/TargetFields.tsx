import { MAX_KEEP_DAYS } from "@canopy/contract/outputs/output-content";
import { useId, useState } from "react";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { NumberInput } from "../ui/form/NumberInput.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Switch } from "../ui/form/Switch.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import { BucketFields } from "./BucketFields.tsx";
import { addressesIn, NO_BUCKET, type OutputForm } from "./output-form.ts";
import styles from "./outputs.module.css";

interface TargetFieldsProps {
  form: OutputForm;
  /** It has a bucket whose secret is kept. */
  hasSecret: boolean;
}

/** Where it goes: the own files, mail, a bucket. */
export function TargetFields({ form, hasSecret }: TargetFieldsProps) {
  const t = useText();
  const { keep = true, keep_days = 30, mail = null, bucket = null } = form.values;
  const keepError = form.errorOf("keep");
  return (
    <>
      <SwitchLine label={t("outputs.form.keep")} checked={keep} onChange={(on) => form.set("keep", on)} />
      {keepError && (
        <p role="alert" className={styles.problem}>
          {keepError.text}
        </p>
      )}
      {keep && (
        <Field label={t("outputs.form.keepDays")} error={form.errorOf("keep_days")}>
          {(control) => (
            <NumberInput
              {...control}
              {...form.number("keep_days")}
              value={keep_days}
              type="number"
              min={1}
              max={MAX_KEEP_DAYS}
            />
          )}
        </Field>
      )}
      <SwitchLine
        label={t("outputs.form.mail")}
        checked={mail !== null}
        onChange={(on) => form.set("mail", on ? { addresses: [], how: "report" } : null)}
      />
      {mail && <MailFields form={form} />}
      <SwitchLine
        label={t("outputs.form.bucket")}
        checked={bucket !== null}
        onChange={(on) => form.set("bucket", on ? NO_BUCKET : null)}
      />
      {bucket && <BucketFields form={form} bucket={bucket} hasSecret={hasSecret} />}
    </>
  );
}

function MailFields({ form }: { form: OutputForm }) {
  const t = useText();
  const { mail, kind } = form.values;
  const [text, setText] = useState((mail?.addresses ?? []).join("\n"));
  if (!mail) return null;
  return (
    <>
      <Field label={t("outputs.form.addresses")} hint={t("outputs.form.addressesHint")} error={form.errorOf("mail")}>
        {(control) => (
          <TextArea
            {...control}
            name="mail"
            rows={2}
            inputMode="email"
            spellCheck={false}
            value={text}
            onChange={(next) => {
              setText(next);
              form.set("mail", { ...mail, addresses: addressesIn(next) });
            }}
          />
        )}
      </Field>
      {kind === "report" && (
        <Field label={t("outputs.form.how")}>
          {() => (
            <Segmented
              label={t("outputs.form.how")}
              options={(["report", "link"] as const).map((value) => ({ value, label: t(`outputs.form.how.${value}`) }))}
              value={mail.how ?? "report"}
              onChange={(how) => form.set("mail", { ...mail, how })}
            />
          )}
        </Field>
      )}
    </>
  );
}

interface SwitchLineProps {
  label: string;
  checked: boolean;
  onChange(on: boolean): void;
}

function SwitchLine({ label, checked, onChange }: SwitchLineProps) {
  const id = useId();
  return (
    <label className={styles.switch} htmlFor={id}>
      <Switch id={id} checked={checked} onChange={onChange} />
      {label}
    </label>
  );
}
