import "./dbc-texts.ts";
import { dbcErrors } from "@canopy/contract/signals/dbc-errors";
import { type DbcFile, deleteDbc, renameDbc } from "@canopy/contract/signals/dbc-files";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import styles from "./compare.module.css";
import parts from "./dbc-parts.module.css";

interface FileDialogProps {
  file: DbcFile;
  onDone(): void;
  onClose(): void;
}

export function RenameDbcDialog({ file, onDone, onClose }: FileDialogProps) {
  const t = useText();
  const form = useContractForm(renameDbc.body, {
    initial: { name: file.name },
    fieldOfCode: { [dbcErrors.dbcNameTaken.code]: "name" },
    submit: async (body) => {
      await api(renameDbc, { params: { dbc_id: file.dbc_id }, body });
      onDone();
    },
  });
  return (
    <FormDialog
      title={t("signals.view.rename")}
      onClose={onClose}
      action={t("signals.view.rename")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Field label={t("signals.import.name")} error={form.errorOf("name")} required>
        {(control) => <TextInput {...control} {...form.text("name")} dir="auto" autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}

/** A DBC in use cannot be deleted; the dialog lists its uses as the server names them. */
export function DeleteDbcDialog({ file, uses, onDone, onClose }: FileDialogProps & { uses: readonly DbcUse[] }) {
  const t = useText();
  const remove = useMutation({
    mutationFn: () => api(deleteDbc, { params: { dbc_id: file.dbc_id } }),
    onSuccess: onDone,
  });
  if (uses.length > 0) {
    return (
      <Dialog
        open
        title={t("signals.view.delete")}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t("ui.action.close")}</Button>}
      >
        <p>{t("signals.view.inUse", { name: file.name })}</p>
        <UseList uses={uses} />
      </Dialog>
    );
  }
  return (
    <Confirm
      open
      title={t("signals.view.deleteOne", { name: file.name })}
      word={file.name}
      action={t("signals.view.delete")}
      busy={remove.isPending}
      error={remove.error ? troubleOf(remove.error).text : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t("signals.view.deleteNote", { count: file.revision })}
    </Confirm>
  );
}

export function UseList({ uses }: { uses: readonly DbcUse[] }) {
  const t = useText();
  return (
    <ul className={styles.uses}>
      {uses.map((use) => (
        <li key={`${use.kind}/${use.id}`}>
          {t(`signals.use.${use.kind}`)} <bdi>{use.name}</bdi>{" "}
          {use.device_name && <span className={parts.quiet}>{use.device_name}</span>}
        </li>
      ))}
    </ul>
  );
}
