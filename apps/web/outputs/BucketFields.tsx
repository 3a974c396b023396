import { MAX_BUCKET_TEXT } from "@canopy/contract/outputs/output-content";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { PasswordInput } from "../ui/form/PasswordInput.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import type { OutputForm, OutputValues } from "./output-form.ts";
import styles from "./outputs.module.css";

interface BucketFieldsProps {
  form: OutputForm;
  bucket: NonNullable<OutputValues["bucket"]>;
  hasSecret: boolean;
}

const TEXTS = ["endpoint", "region", "bucketName", "prefix", "key"] as const;

/** A bucket of the tenant; its secret is never shown again. */
export function BucketFields({ form, bucket, hasSecret }: BucketFieldsProps) {
  const t = useText();
  const error = form.errorOf("bucket");
  const set = (more: Partial<typeof bucket>) => form.set("bucket", { ...bucket, ...more });
  return (
    <div className={styles.group}>
      {TEXTS.map((name) => {
        const field = name === "bucketName" ? "bucket" : name;
        return (
          <Field
            key={name}
            label={t(`outputs.form.${name}`)}
            hint={name === "endpoint" && t("outputs.form.endpointHint")}
            required={name === "bucketName" || name === "key"}
          >
            {(control) => (
              <TextInput
                {...control}
                mono
                spellCheck={false}
                autoComplete="off"
                maxLength={MAX_BUCKET_TEXT}
                value={bucket[field] ?? ""}
                onChange={(value) => set({ [field]: value })}
              />
            )}
          </Field>
        );
      })}
      <Field
        label={t("outputs.form.secret")}
        hint={hasSecret && t("outputs.form.secretKept")}
        required={!hasSecret}
        error={error}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="bucket"
            autoComplete="new-password"
            maxLength={MAX_BUCKET_TEXT}
            value={bucket.secret ?? ""}
            onChange={(value) => set({ secret: value === "" ? undefined : value })}
          />
        )}
      </Field>
    </div>
  );
}
