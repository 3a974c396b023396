import { pushSource } from "@canopy/contract/push/source";
import { MAX_TEMPLATE, templateFields } from "@canopy/contract/push/template";
import { useRef } from "react";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { Select } from "../ui/form/Select.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import type { PushForm } from "./push-form.ts";

/** JSON with fields; a field that is chosen stands where the cursor was. */
export function TemplateField({ form }: { form: PushForm }) {
  const t = useText();
  const area = useRef<HTMLTextAreaElement>(null);
  const source = pushSource.safeParse(form.values.source);
  const fields = source.success ? templateFields(source.data) : [];
  const text = form.values.template ?? "";
  const insert = (name: string) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = area.current ?? {};
    form.set("template", `${text.slice(0, from)}{{${name}}}${text.slice(to)}`);
    area.current?.focus();
  };
  return (
    <Field
      label={t("push.form.template")}
      hint={t("push.form.templateHint")}
      error={form.errorOf("template")}
      aside={
        <Select<string>
          aria-label={t("push.form.insert")}
          options={[{ value: "", label: t("push.form.insert") }, ...fields.map((value) => ({ value, label: value }))]}
          value=""
          onChange={(name) => name !== "" && insert(name)}
        />
      }
    >
      {(control) => (
        <TextArea
          {...control}
          {...form.text("template")}
          ref={area}
          mono
          rows={5}
          maxLength={MAX_TEMPLATE}
          spellCheck={false}
        />
      )}
    </Field>
  );
}
