import {
  createPushRule,
  MAX_PUSH_NAME,
  MAX_PUSH_SECRET,
  MAX_PUSH_URL,
  type PushRule,
  pushContent,
  updatePushRule,
} from "@canopy/contract/push/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { PasswordInput } from "../ui/form/PasswordInput.tsx";
import { Switch } from "../ui/form/Switch.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import { PreviewPane } from "./PreviewPane.tsx";
import styles from "./push.module.css";
import type { PushForm, PushValues } from "./push-form.ts";
import { PUSH_KEY } from "./push-queries.ts";
import { ScopeFields } from "./ScopeFields.tsx";
import { SourceFields } from "./SourceFields.tsx";
import { TemplateField } from "./TemplateField.tsx";

const NEW_RULE: PushValues = {
  name: "",
  scope: { kind: "all" },
  source: { kind: "signals", signals: [], mode: "interval", every_s: 10, filters: [] },
  template: "",
  url: "",
  enabled: true,
};

interface RuleEditorProps {
  /** Undefined: a new one. */
  rule: PushRule | undefined;
  tenantId: string;
  /** With the secret of a new rule. */
  onSaved(secret?: string): void;
  onClose(): void;
}

/** CAP-01: a rule, with what it would send beside it. */
export function RuleEditor({ rule, tenantId, onSaved, onClose }: RuleEditorProps) {
  const t = useText();
  const client = useQueryClient();
  const form = useContractForm(pushContent, {
    initial: rule ? valuesOf(rule) : NEW_RULE,
    submit: async (body) => {
      const params = { rule_id: rule?.rule_id ?? "" };
      const made = rule ? void (await api(updatePushRule, { params, body })) : await api(createPushRule, { body });
      await client.invalidateQueries({ queryKey: PUSH_KEY });
      addNote({ tone: "done", text: t("push.form.saved") });
      onSaved(body.secret === undefined ? made?.secret : undefined);
    },
  });
  return (
    <FormDialog
      title={t(rule ? "push.form.edit" : "push.form.create")}
      width={1040}
      className={styles.editor}
      action={t("push.form.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Field label={t("push.form.name")} error={form.errorOf("name")} required>
          {(control) => <TextInput {...control} {...form.text("name")} maxLength={MAX_PUSH_NAME} />}
        </Field>
        <ScopeFields
          scope={form.values.scope ?? { kind: "all" }}
          error={form.errorOf("scope")}
          tenantId={tenantId}
          onScope={(scope) => form.set("scope", scope)}
        />
        <SourceFields form={form} />
        <TargetFields form={form} isNew={rule === undefined} />
        <TemplateField form={form} />
      </div>
      <PreviewPane values={form.values} ruleId={rule?.rule_id} />
    </FormDialog>
  );
}

function valuesOf({ name, scope, source, template, url, enabled }: PushRule): PushValues {
  return { name, scope, source, template, url, enabled };
}

function TargetFields({ form, isNew }: { form: PushForm; isNew: boolean }) {
  const t = useText();
  const switchId = useId();
  return (
    <>
      <Field label={t("push.form.url")} hint={t("push.form.urlHint")} error={form.errorOf("url")} required>
        {(control) => (
          <TextInput
            {...control}
            {...form.text("url")}
            mono
            inputMode="url"
            spellCheck={false}
            maxLength={MAX_PUSH_URL}
          />
        )}
      </Field>
      <Field
        label={t("push.form.secret")}
        hint={t(isNew ? "push.form.secretNew" : "push.form.secretKept")}
        error={form.errorOf("secret")}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.text("secret")}
            autoComplete="new-password"
            maxLength={MAX_PUSH_SECRET}
            onChange={(value) => form.set("secret", value === "" ? undefined : value)}
          />
        )}
      </Field>
      <label className={styles.switch} htmlFor={switchId}>
        <Switch id={switchId} checked={form.values.enabled ?? false} onChange={(on) => form.set("enabled", on)} />
        {t("push.form.enabled")}
      </label>
    </>
  );
}
