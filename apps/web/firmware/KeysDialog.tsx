import { addFirmwareKey, deleteFirmwareKey, type FirmwareKey } from "@canopy/contract/firmware/keys";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import layout from "../ui/layout.module.css";
import { IconButton } from "../ui/marks/IconButton.tsx";
import styles from "./firmware.module.css";
import { keysQuery } from "./firmware-queries.ts";
import "./texts.ts";

/** The public halves; the private ones stay with whoever signs. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const keys = useQuery(keysQuery).data ?? [];
  const renew = () => client.invalidateQueries({ queryKey: keysQuery.queryKey });
  const form = useContractForm(addFirmwareKey.body, {
    initial: { name: "", public_key: "" },
    submit: async (body) => {
      await api(addFirmwareKey, { body });
      form.reset();
      await renew();
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: FirmwareKey) => api(deleteFirmwareKey, { params: { key_id: id } }),
    onSettled: renew,
  });
  return (
    <FormDialog
      title={t("firmware.image.keys")}
      onClose={onClose}
      width={560}
      action={t("firmware.key.add")}
      busy={form.busy}
      error={form.formError ?? (remove.error ? troubleOf(remove.error).text : undefined)}
      leaves="freely"
      onSubmit={form.onSubmit}
    >
      {keys.length === 0 && <p className={layout.note}>{t("firmware.key.none")}</p>}
      {keys.length > 0 && (
        <ul className={styles.keys}>
          {keys.map((key) => (
            <li key={key.id}>
              <span>
                <strong>{key.name}</strong> <code>{key.public_key}</code>
              </span>
              <IconButton
                icon={Trash2}
                label={t("firmware.key.delete", { name: key.name })}
                onClick={() => remove.mutate(key)}
              />
            </li>
          ))}
        </ul>
      )}
      <Field label={t("firmware.key.name")} error={form.errorOf("name")} required>
        {(control) => <TextInput {...control} {...form.text("name")} autoComplete="off" />}
      </Field>
      <Field label={t("firmware.key.value")} error={form.errorOf("public_key")} required>
        {(control) => <TextArea {...control} {...form.text("public_key")} mono rows={3} spellCheck={false} />}
      </Field>
    </FormDialog>
  );
}
