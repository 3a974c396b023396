import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { type FlashPackage, uploadFlashPackage } from "@canopy/contract/diagnosis/flashing/packages";
import { useState } from "react";
import { z } from "zod";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import layout from "../../ui/layout.module.css";
import { numberOfHex } from "../hex.ts";
import { chooseFile } from "../read-file.ts";
import "./package-texts.ts";

const upload = z.object({
  name: z.string().trim().min(1).max(64),
  file_name: z.string().min(1),
  base: z.string().trim().max(10),
});

/** The file first; what it is for is said, and signed, with what was read of it. */
export function UploadDialog({ onDone, onClose }: { onDone(made: FlashPackage): void; onClose(): void }) {
  const t = useText();
  const [file, setFile] = useState<File>();
  const form = useContractForm(upload, {
    initial: { name: "", file_name: "", base: "" },
    fieldOfCode: {
      [flashErrors.packageNameTaken.code]: "name",
      [flashErrors.fileBad.code]: "file_name",
      [flashErrors.baseAddress.code]: "base",
    },
    submit: async ({ name, file_name, base }) => {
      if (!file) return;
      const address = numberOfHex(base);
      const query = { name, file_name, ...(Number.isNaN(address) ? {} : { base_address: address }) };
      const body = new Uint8Array(await file.arrayBuffer());
      onDone((await api(uploadFlashPackage, { query, body })).data);
    },
  });
  const choose = (chosen: File) => {
    setFile(chosen);
    const { name } = form.values;
    form.replace({ ...form.values, file_name: chosen.name, name: name || chosen.name.replace(/\.[^.]*$/, "") });
  };
  return (
    <FormDialog
      title={t("diagnosis.package.upload")}
      width={520}
      onClose={onClose}
      action={t("diagnosis.package.upload")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <p className={layout.note}>{t("diagnosis.package.uploadNote")}</p>
      <Field label={t("diagnosis.package.file")} error={form.errorOf("file_name")} required>
        {(control) => (
          <Button {...control} onClick={() => chooseFile(".s19,.s28,.s37,.srec,.mot,.hex,.ihex,.bin", choose)}>
            {form.values.file_name || t("diagnosis.package.choose")}
          </Button>
        )}
      </Field>
      <Field label={t("diagnosis.package.name")} error={form.errorOf("name")} required>
        {(control) => <TextInput {...control} {...form.text("name")} autoComplete="off" />}
      </Field>
      <Field label={t("diagnosis.package.base")} error={form.errorOf("base")}>
        {(control) => <TextInput {...control} {...form.text("base")} mono autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
