import { MAX_OUTPUT_NAME, OUTPUT_KINDS, outputContent } from "@canopy/contract/outputs/output-content";
import { createOutput, type Output, updateOutput } from "@canopy/contract/outputs/outputs";
import { LANGUAGES } from "@canopy/contract/platform/language";
import { DOWNLOAD_FORMATS } from "@canopy/contract/transfers/downloads";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { useLanguage, useText } from "../platform/i18n.ts";
import { wordOfLanguage } from "../platform/language.ts";
import { ScopeFields } from "../push/ScopeFields.tsx";
import { addNote } from "../ui/float/notes.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Select } from "../ui/form/Select.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import { ClockFields } from "./ClockFields.tsx";
import { newOutput, type OutputForm, valuesOf } from "./output-form.ts";
import { OUTPUTS_KEY } from "./output-queries.ts";
import styles from "./outputs.module.css";
import { TargetFields } from "./TargetFields.tsx";

interface OutputEditorProps {
  /** Undefined: a new one. */
  output: Output | undefined;
  tenantId: string;
  onClose(): void;
}

/** What, of which devices, when and to where. */
export function OutputEditor({ output, tenantId, onClose }: OutputEditorProps) {
  const t = useText();
  const client = useQueryClient();
  const language = useLanguage();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const form = useContractForm(outputContent, {
    initial: output ? valuesOf(output) : newOutput(language, timeZone),
    submit: async (body) => {
      if (output) await api(updateOutput, { params: { output_id: output.output_id }, body });
      else await api(createOutput, { body });
      await client.invalidateQueries({ queryKey: OUTPUTS_KEY });
      addNote({ tone: "done", text: t("outputs.form.saved") });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(output ? "outputs.form.edit" : "outputs.form.create")}
      width={960}
      className={styles.editor}
      action={t("outputs.form.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Field label={t("outputs.form.name")} error={form.errorOf("name")} required>
          {(control) => <TextInput {...control} {...form.text("name")} maxLength={MAX_OUTPUT_NAME} />}
        </Field>
        <WhatFields form={form} />
        <ScopeFields
          scope={form.values.scope ?? { kind: "all" }}
          error={form.errorOf("scope")}
          tenantId={tenantId}
          onScope={(scope) => form.set("scope", scope)}
        />
        <p className={styles.note}>{t("outputs.form.owner")}</p>
      </div>
      <div className={styles.fields}>
        <ClockFields form={form} />
        <TargetFields form={form} hasSecret={output !== undefined && output.bucket !== null} />
      </div>
    </FormDialog>
  );
}

function WhatFields({ form }: { form: OutputForm }) {
  const t = useText();
  const { kind, format = "mdf4", language = "zh", csv = false } = form.values;
  return (
    <>
      <Field label={t("outputs.form.kind")}>
        {() => (
          <Segmented
            label={t("outputs.form.kind")}
            options={OUTPUT_KINDS.map((value) => ({ value, label: t(`outputs.kind.${value}`) }))}
            value={kind}
            onChange={(value) => form.set("kind", value)}
          />
        )}
      </Field>
      <div className={styles.row}>
        {kind === "files" && (
          <Field label={t("outputs.form.format")}>
            {(control) => (
              <Select
                {...control}
                options={DOWNLOAD_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
                value={format}
                onChange={(value) => form.set("format", value)}
              />
            )}
          </Field>
        )}
        <Field label={t("outputs.form.language")}>
          {(control) => (
            <Select
              {...control}
              options={LANGUAGES.map((value) => ({ value, label: wordOfLanguage(value) }))}
              value={language}
              onChange={(value) => form.set("language", value)}
            />
          )}
        </Field>
      </div>
      {kind === "report" && (
        <div>
          <Checkbox checked={csv} onChange={(on) => form.set("csv", on)}>
            {t("outputs.form.csv")}
          </Checkbox>
        </div>
      )}
    </>
  );
}
