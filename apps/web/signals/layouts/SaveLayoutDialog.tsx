import "./layout-texts.ts";
import { layoutContent, saveLayout, saveTemplate } from "@canopy/contract/signals/layouts";
import { useState } from "react";
import { mayCall } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
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
  const problem = form.formError ?? form.errorOf("panels")?.text;
  return (
    <Dialog
      open
      title={t("signals.layout.saveTitle")}
      onClose={onClose}
      footer={
        <Button kind="main" type="submit" form="curve-layout" busy={form.busy}>
          {t("signals.layout.save")}
        </Button>
      }
    >
      <form id="curve-layout" noValidate onSubmit={form.onSubmit}>
        {problem && (
          <Banner level="ordinary" alert>
            {problem}
          </Banner>
        )}
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
      </form>
    </Dialog>
  );
}
