import { tryUnlockFile, type UnlockFileRow } from "@canopy/contract/diagnosis/unlock-files";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { spaced } from "../hex.ts";
import "./ecu-texts.ts";
import styles from "./ecus.module.css";

/** UDS-03: the key of a seed, to compare with one that is known. */
export function TryDialog({ file, onClose }: { file: UnlockFileRow; onClose(): void }) {
  const t = useText();
  const [level, setLevel] = useState(String(file.levels[0] ?? 1));
  const [seed, setSeed] = useState("");
  const attempt = useMutation({
    mutationFn: () => {
      const body = { level: Number(level), seed: seed.replace(/\s+/g, "") };
      return api(tryUnlockFile, { params: { unlock_file_id: file.unlock_file_id }, body });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate();
  };
  return (
    <FormDialog
      title={t("diagnosis.unlock.tryTitle", { name: file.name })}
      action={t("diagnosis.unlock.try")}
      busy={attempt.isPending}
      error={attempt.error ? troubleOf(attempt.error).text : undefined}
      leaves="freely"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t("diagnosis.unlock.level")}>
        {(control) => (
          <Select<string>
            {...control}
            options={file.levels.map((one) => ({ value: String(one), label: String(one) }))}
            value={level}
            onChange={setLevel}
          />
        )}
      </Field>
      <Field label={t("diagnosis.unlock.seed")} required>
        {(control) => <TextInput {...control} mono autoComplete="off" value={seed} onChange={setSeed} />}
      </Field>
      {attempt.data && (
        <p className={styles.key}>
          {t("diagnosis.unlock.key")} <code>{spaced(attempt.data.data.key)}</code>
        </p>
      )}
    </FormDialog>
  );
}
