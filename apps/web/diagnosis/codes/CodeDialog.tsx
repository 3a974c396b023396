import { DTC_SEVERITIES } from "@canopy/contract/diagnosis/dtc-csv";
import { type DtcName, setDtcCode } from "@canopy/contract/diagnosis/dtc-files";
import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import "./code-texts.ts";

interface CodeDialogProps {
  fileId: string;
  /** Absent for a new one. */
  code?: DtcName | undefined;
  onDone(code: DtcName): void;
  onClose(): void;
}

export function CodeDialog({ fileId, code, onDone, onClose }: CodeDialogProps) {
  const t = useText();
  const form = useContractForm(setDtcCode.body, {
    initial: code ?? { code: "", name_zh: "", name_en: "", severity: null },
    fieldOfCode: { [ecuErrors.badCode.code]: "code" },
    submit: async (body) => onDone((await api(setDtcCode, { params: { dtc_file_id: fileId }, body })).data),
  });
  const severities = DTC_SEVERITIES.map((value) => ({ value, label: t(`diagnosis.codes.severity.${value}`) }));
  return (
    <FormDialog
      title={t(code ? "diagnosis.codes.edit" : "diagnosis.codes.add")}
      action={t("diagnosis.codes.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={t("diagnosis.codes.code")}
        hint={t("diagnosis.codes.codeHint")}
        error={form.errorOf("code")}
        required
      >
        {(control) => (
          <TextInput {...control} {...form.text("code")} mono autoComplete="off" readOnly={Boolean(code)} />
        )}
      </Field>
      <Field label={t("diagnosis.codes.nameZh")} error={form.errorOf("name_zh")}>
        {(control) => <TextInput {...control} {...form.text("name_zh")} autoComplete="off" />}
      </Field>
      <Field label={t("diagnosis.codes.nameEn")} error={form.errorOf("name_en")}>
        {(control) => <TextInput {...control} {...form.text("name_en")} autoComplete="off" />}
      </Field>
      <Field label={t("diagnosis.codes.severity")} error={form.errorOf("severity")}>
        {(control) => (
          <Select<string>
            {...control}
            options={[{ value: "", label: t("diagnosis.codes.severity.none") }, ...severities]}
            value={form.values.severity ?? ""}
            onChange={(value) => form.set("severity", DTC_SEVERITIES.find((one) => one === value) ?? null)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
