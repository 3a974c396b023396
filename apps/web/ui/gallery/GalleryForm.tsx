import { platformErrors } from "@canopy/contract/platform/errors";
import { CallError } from "@canopy/contract/platform/http-call";
import { z } from "zod";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import { Card } from "../Card.tsx";
import { addNote } from "../float/notes.ts";
import controls from "../form/controls.module.css";
import { Field } from "../form/Field.tsx";
import { Select } from "../form/Select.tsx";
import { TextInput } from "../form/TextInput.tsx";
import { useContractForm } from "../form/use-contract-form.ts";
import { Banner } from "../marks/Banner.tsx";

const sample = z.object({
  name: z.string().trim().min(2).max(20),
  scope: z.enum(["read", "readWrite"]),
  days: z.coerce.number().int().min(1).max(366),
});

/** "taken" is refused by a server that is not there: its answer lands on the field. */
export function GalleryForm() {
  const t = useText();
  const form = useContractForm(sample, {
    initial: { name: "", scope: "read", days: "90" },
    submit: ({ name }) => {
      const body = { code: platformErrors.stale.code, message: "", errorMsg: "", field: "name" };
      if (name === "taken") throw new CallError(409, body);
      addNote({ tone: "done", text: t("ui.gallery.saved") });
    },
  });
  const scopes = [
    { value: "read", label: t("ui.gallery.read") },
    { value: "readWrite", label: t("ui.gallery.readWrite") },
  ] as const;
  return (
    <Card title={t("ui.gallery.form")}>
      <form className={controls.fields} onSubmit={form.onSubmit} noValidate>
        {form.formError && (
          <Banner level="urgent" alert>
            {form.formError}
          </Banner>
        )}
        <Field label={t("ui.gallery.name")} hint={t("ui.gallery.nameHint")} error={form.errorOf("name")} required>
          {(control) => <TextInput {...control} {...form.text("name")} />}
        </Field>
        <Field label={t("ui.gallery.scope")} error={form.errorOf("scope")}>
          {(control) => (
            <Select
              {...control}
              name="scope"
              options={scopes}
              value={form.values.scope}
              onChange={(scope) => form.set("scope", scope)}
            />
          )}
        </Field>
        <Field label={t("ui.gallery.days")} error={form.errorOf("days")}>
          {(control) => <TextInput {...control} {...form.text("days")} inputMode="numeric" />}
        </Field>
        <div>
          <Button kind="main" type="submit" busy={form.busy}>
            {t("ui.gallery.save")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
