import { typeErrors } from "@canopy/contract/devices/errors";
import { type DataGroups, groupName, MAX_DATA_GROUPS } from "@canopy/contract/devices/type-fields";
import { z } from "zod";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";

interface GroupDialogProps {
  groups: DataGroups;
  /** Which one is renamed; undefined adds one. */
  at: number | undefined;
  onSave(name: string): Promise<void>;
  onClose(): void;
}

export function GroupDialog({ groups, at, onSave, onClose }: GroupDialogProps) {
  const t = useText();
  const others = groups.filter((_, i) => i !== at).map(({ name }) => name);
  const schema = z.object({
    name: groupName.refine((name) => !others.includes(name), typeErrors.groupNamesRepeat.code),
  });
  const form = useContractForm(schema, {
    initial: { name: at === undefined ? "" : (groups[at]?.name ?? "") },
    fieldOfCode: { [typeErrors.groupNamesRepeat.code]: "name" },
    submit: ({ name }) => onSave(name),
  });
  const title = t(at === undefined ? "devices.types.addGroup" : "devices.types.renameGroup");
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      action={t("devices.types.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Field
        label={t("devices.types.groupName")}
        hint={t("devices.types.groupHint")}
        error={form.errorOf("name")}
        required
      >
        {(control) => <TextInput {...control} {...form.text("name")} dir="auto" autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}

export function hasRoomForGroup(groups: DataGroups): boolean {
  return groups.length < MAX_DATA_GROUPS;
}
