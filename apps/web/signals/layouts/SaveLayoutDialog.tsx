import "./layout-texts.ts";
import { layoutContent, saveLayout, saveTemplate } from "@canopy/contract/signals/layouts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mayCall } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import type { CurveView } from "../curves/curve-view.ts";
import type { SavedLayout } from "./DeleteLayoutDialog.tsx";
import { layoutsQuery, templatesQuery } from "./layout-queries.ts";
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
  const client = useQueryClient();
  const [kind, setKind] = useState<"device" | "template">("device");
  /** One that saving would replace. */
  const [taken, setTaken] = useState<SavedLayout>();
  const isTaken = (name: string) => taken?.kind === kind && taken.name === name;
  const form = useContractForm(layoutContent, {
    initial: { name: "", panels: panelsOf(view) },
    submit: async (body) => {
      const same = isTaken(body.name) ? undefined : await sameName(body.name);
      if (same) return setTaken(same);
      if (kind === "device") await api(saveLayout, { params: { things_id: thingsId }, body });
      else await api(saveTemplate, { body });
      onSaved(body.name);
    },
  });
  /** Asked anew: others save layouts too. */
  const sameName = async (name: string): Promise<SavedLayout | undefined> => {
    const saved =
      kind === "device"
        ? await client.fetchQuery({ ...layoutsQuery(thingsId), staleTime: 0 })
        : await client.fetchQuery({ ...templatesQuery, staleTime: 0 });
    const found = saved.find((one) => one.name === name);
    return found && { ...found, kind };
  };
  const replaced = isTaken(form.values.name.trim()) ? taken : undefined;
  return (
    <FormDialog
      title={t("signals.layout.saveTitle")}
      action={t(replaced ? "signals.layout.replace" : "signals.layout.save")}
      danger={replaced !== undefined}
      busy={form.busy}
      error={form.formError ?? form.errorOf("panels")?.text}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {replaced && (
        <Banner level="ordinary" alert title={t("signals.layout.takenTitle", { name: replaced.name })}>
          {t("signals.layout.taken", { user: replaced.user_name })}
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
    </FormDialog>
  );
}
