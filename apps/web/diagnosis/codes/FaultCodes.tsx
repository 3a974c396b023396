import { type DtcFile, deleteDtcFile } from "@canopy/contract/diagnosis/dtc-files";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileWarning } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import type { ListProps } from "../../ui/list/list-parts.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { dtcFilesQuery, ECUS_KEY } from "../ecus/ecu-queries.ts";
import { CodeList } from "./CodeList.tsx";
import "./code-texts.ts";
import styles from "./codes.module.css";
import { FileSide } from "./FileSide.tsx";
import { NameDialog } from "./NameDialog.tsx";

/** The chosen file stands in the address too. */
export const CODE_FILTERS = ["id", "keyword"] as const;

type Asking = { kind: "new" } | { kind: "rename" | "delete"; file: DtcFile };

/** UDS-03: files of fault codes at the left, the codes of the chosen one at the right. */
export function FaultCodes(list: ListProps) {
  const t = useText();
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const { state, onState } = list;
  const query = useQuery(dtcFilesQuery);
  const files = query.data ?? [];
  const chosen = files.find(({ dtc_file_id }) => dtc_file_id === state.filters.id) ?? files[0];
  const close = () => setAsking(undefined);
  const choose = (id: string) => onState({ ...withFilter(state, "id", id), page: 1 });
  const renew = async (text: string) => {
    close();
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: ECUS_KEY });
  };
  const remove = useMutation({
    mutationFn: ({ dtc_file_id }: DtcFile) => api(deleteDtcFile, { params: { dtc_file_id } }),
    onSuccess: (_, { name }) => renew(t("diagnosis.codes.deletedNote", { name })),
  });
  if (query.isPending) return <Skeleton rows={6} columns={4} />;
  if (query.isError) {
    const trouble = troubleOf(query.error);
    return <FailedState title={t("diagnosis.codes.files")} trouble={trouble} onRetry={() => void query.refetch()} />;
  }
  return (
    <div className={styles.page}>
      <FileSide
        files={files}
        chosen={chosen?.dtc_file_id}
        onChoose={choose}
        onNew={() => setAsking({ kind: "new" })}
        onRename={(file) => setAsking({ kind: "rename", file })}
        onDelete={(file) => setAsking({ kind: "delete", file })}
      />
      {chosen ? (
        <CodeList key={chosen.dtc_file_id} file={chosen} {...list} />
      ) : (
        <EmptyState icon={FileWarning} title={t("diagnosis.codes.noFiles")} text={t("diagnosis.codes.noFilesNote")} />
      )}
      {(asking?.kind === "new" || asking?.kind === "rename") && (
        <NameDialog
          file={asking.kind === "rename" ? asking.file : undefined}
          onClose={close}
          onDone={({ name, dtc_file_id }) => {
            void renew(t("diagnosis.codes.savedNote", { name }));
            choose(dtc_file_id);
          }}
        />
      )}
      {asking?.kind === "delete" && (
        <Confirm
          open
          title={t("diagnosis.codes.deleteFile")}
          action={t("diagnosis.codes.deleteFile")}
          busy={remove.isPending}
          error={remove.error ? troubleOf(remove.error).text : undefined}
          onConfirm={() => remove.mutate(asking.file)}
          onClose={close}
        >
          {t("diagnosis.codes.deleteFileNote", { name: asking.file.name, count: asking.file.codes })}
        </Confirm>
      )}
    </div>
  );
}
