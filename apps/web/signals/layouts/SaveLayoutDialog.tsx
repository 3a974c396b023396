import "./layout-texts.ts";
import { layoutContent, saveLayout, saveTemplate } from "@canopy/contract/signals/layouts";
import { useState } from "react";
import { mayCall } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import type { CurveView } from "../curves/curve-view.ts";
import { panelsOf } from "./layout-view.ts";

interface SaveLayoutDialogProps {
  thingsId: string;
  view: CurveView;
  onClose(): void;
  onSaved(name: string): void;
}

/** Saved for all users of the device, or as a template for every device with the DBC's signals. */
export function SaveLayoutDialog({ thingsId, view, onClose, onSaved }: SaveLayoutDialogProps) {
  const t = useText();
  const [kind, setKind] = useState<"device" | "template">("device");
  const form = useContractForm(layoutContent, {
    initial: { name: "", panels: panelsOf(view) },
    submit: async (body) => {
      if (kind === "device") await api(saveLayout, { params: { things_id: thingsId }, body });
      else await api(saveTemplate, { body });
      onSaved(body.name);
    },
  });
  return (
    <FormDialog
      title={t("signals.layout.saveTitle")}
      action={t("signals.layout.save")}
      busy={form.busy}
      error={form.formError ?? form.errorOf("panels")?.text}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field label={t("signals.layout.name")} required error={form.errorOf("name")}>
        {(control) => <TextInput {...control} {...form.text("name")} />}
      </Field>
      {mayCall(saveTemplate) && (
        <Segmented
          label={t("signals.layout.kind")}
          options={[
            { value: "device", label: t("signals.layout.ofDevice") },
            { value: "template", label: t("signals.layout.template") },
          ]}
          value={kind}
          onChange={setKind}
        />
      )}
    </FormDialog>
  );
}
