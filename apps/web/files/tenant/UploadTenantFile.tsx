import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import type { NewTenantFile } from "./tenant-file-queries.ts";
import "./texts.ts";

interface UploadTenantFileProps {
  busy: boolean;
  error: string | undefined;
  onUpload(made: NewTenantFile): void;
  onClose(): void;
}

const MOST_TYPE = 64;

/** FIL-05: a file, what kind of thing it is, and who may read it. */
export function UploadTenantFile({ busy, error, onUpload, onClose }: UploadTenantFileProps) {
  const t = useText();
  const [file, setFile] = useState<File>();
  const [type, setType] = useState("");
  const [isPub, setPub] = useState(false);
  const [isTried, setTried] = useState(false);
  return (
    <FormDialog
      title={t("files.tenant.upload")}
      action={t("files.tenant.upload")}
      busy={busy}
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (file && type.trim() !== "" && !busy) onUpload({ file, type: type.trim(), isPub });
      }}
      onClose={onClose}
    >
      <Field label={t("files.tenant.file")} error={isTried && !file ? t("files.tenant.fileMissing") : undefined}>
        {(control) => <input {...control} type="file" onChange={(event) => setFile(event.target.files?.[0])} />}
      </Field>
      <Field
        label={t("files.tenant.type")}
        hint={t("files.tenant.typeHint")}
        error={isTried && type.trim() === "" ? t("files.tenant.typeMissing") : undefined}
      >
        {(control) => <TextInput {...control} maxLength={MOST_TYPE} value={type} onChange={setType} />}
      </Field>
      <Checkbox checked={isPub} onChange={setPub}>
        {t("files.tenant.all")}
      </Checkbox>
    </FormDialog>
  );
}
