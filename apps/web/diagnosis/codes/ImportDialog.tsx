import { type DtcFile, importDtcCodes } from "@canopy/contract/diagnosis/dtc-files";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import "./code-texts.ts";
import styles from "./codes.module.css";

interface ImportDialogProps {
  file: DtcFile;
  /** Of the CSV. */
  content: string;
  onDone(count: number): void;
  onClose(): void;
}

const PROBLEMS: Readonly<Record<string, TextKey>> = {
  badCode: "diagnosis.codes.problem.badCode",
  noName: "diagnosis.codes.problem.noName",
  nameTooLong: "diagnosis.codes.problem.nameTooLong",
  badSeverity: "diagnosis.codes.problem.badSeverity",
};
/** Rows of the preview. */
const SHOWN = 5;

/** UDS-03: what the file holds, before anything is written. */
export function ImportDialog({ file, content, onDone, onClose }: ImportDialogProps) {
  const t = useText();
  const send = (preview: boolean) =>
    api(importDtcCodes, { params: { dtc_file_id: file.dtc_file_id }, body: { content_base64: content, preview } });
  const preview = useQuery({
    queryKey: [importDtcCodes.name, file.dtc_file_id, content],
    queryFn: () => send(true),
    gcTime: 0,
  });
  const write = useMutation({ mutationFn: () => send(false), onSuccess: ({ data }) => onDone(data.taken) });
  const error = write.error ?? preview.error;
  const found = preview.data?.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (found) write.mutate();
  };
  return (
    <FormDialog
      width={600}
      title={t("diagnosis.codes.importTitle", { name: file.name })}
      action={t("diagnosis.codes.importDo")}
      busy={write.isPending}
      error={error ? troubleOf(error).text : undefined}
      leaves="freely"
      onSubmit={submit}
      onClose={onClose}
    >
      {!found && !error && <Skeleton rows={4} columns={2} />}
      {found && (
        <div className={styles.report}>
          <p>
            {t("diagnosis.codes.importTaken", { count: found.taken })} ·{" "}
            {t("diagnosis.codes.importEncoding", { encoding: found.encoding })}
          </p>
          <ul className={styles.rows}>
            {found.first.slice(0, SHOWN).map(({ code, name_zh, name_en }) => (
              <li key={code}>
                <code>{code}</code> {name_zh || name_en}
              </li>
            ))}
          </ul>
          {found.problem_count > 0 && <h3>{t("diagnosis.codes.importProblems", { count: found.problem_count })}</h3>}
          <ul className={styles.rows}>
            {found.problems.map(({ line, problem, text }) => (
              <li key={line}>
                {t("diagnosis.codes.importLine", { line })} <code>{text}</code>{" "}
                {t(PROBLEMS[problem] ?? "diagnosis.codes.problem.badCode")}
              </li>
            ))}
          </ul>
          {found.double_count > 0 && <h3>{t("diagnosis.codes.importDoubles", { count: found.double_count })}</h3>}
          <ul className={styles.rows}>
            {found.doubles.map(({ line, earlier, code }) => (
              <li key={line}>
                {t("diagnosis.codes.importLine", { line })} <code>{code}</code>{" "}
                {t("diagnosis.codes.importEarlier", { earlier })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
