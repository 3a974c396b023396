import type { ThingsFile } from "@canopy/contract/files/things-files";
import { troubleOf } from "../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { Confirm } from "../ui/form/Confirm.tsx";
import { type FileFilters, useFileActions } from "./file-queries.ts";

/** These files, or all that match, of which only the number is known. */
export type DoomedFiles =
  | { readonly files: readonly ThingsFile[] }
  | { readonly filters: FileFilters; readonly count: number };

interface DeleteFilesProps {
  tenantId: string;
  doomed: DoomedFiles;
  onClose(): void;
}

/** Says how many and how much; their frames in history stay. */
export function DeleteFiles({ tenantId, doomed, onClose }: DeleteFilesProps) {
  const t = useText();
  const { remove, removeMatching } = useFileActions(tenantId);
  const deletion = "files" in doomed ? remove : removeMatching;
  const onSuccess = ({ freed }: { freed: number }) => {
    addNote({ tone: "done", text: t("files.list.deleted", { size: formatBytes(freed) }) });
    onClose();
  };
  return (
    <Confirm
      open
      title={t("files.list.deleteTitle")}
      action={t("files.list.delete")}
      busy={deletion.isPending}
      error={deletion.error ? troubleOf(deletion.error).text : undefined}
      onConfirm={() => {
        if ("files" in doomed)
          remove.mutate(
            doomed.files.map(({ id }) => id),
            { onSuccess },
          );
        else removeMatching.mutate(doomed.filters, { onSuccess });
      }}
      onClose={onClose}
    >
      {"files" in doomed
        ? t("files.list.deleteNote", {
            count: formatNumber(doomed.files.length),
            size: formatBytes(doomed.files.reduce((sum, { received }) => sum + received, 0)),
          })
        : t("files.list.deleteAllNote", { count: formatNumber(doomed.count) })}
    </Confirm>
  );
}
