import { createDtcFile, type DtcFile, renameDtcFile } from "@canopy/contract/diagnosis/dtc-files";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import "./code-texts.ts";

interface NameDialogProps {
  /** Absent for a new one. */
  file?: DtcFile | undefined;
  onDone(file: DtcFile): void;
  onClose(): void;
}

export function NameDialog({ file, onDone, onClose }: NameDialogProps) {
  const t = useText();
  const form = useContractForm(createDtcFile.body, {
    initial: { name: file?.name ?? "" },
    submit: async (body) => {
      const answer = file
        ? await api(renameDtcFile, { params: { dtc_file_id: file.dtc_file_id }, body })
        : await api(createDtcFile, { body });
      onDone(answer.data);
    },
  });
  return (
    <FormDialog
      title={t(file ? "diagnosis.codes.rename" : "diagnosis.codes.newFile")}
      action={t("diagnosis.codes.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field label={t("diagnosis.codes.fileName")} error={form.errorOf("name")} required>
        {(control) => <TextInput {...control} {...form.text("name")} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
