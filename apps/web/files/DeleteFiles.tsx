import type { ThingsFile } from "@canopy/contract/files/things-files";
import { troubleOf } from "../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { Confirm } from "../ui/form/Confirm.tsx";
import { useFileActions } from "./file-queries.ts";

interface DeleteFilesProps {
  tenantId: string;
  files: readonly ThingsFile[];
  onClose(): void;
}

/** Says how many and how much; their frames in history stay. */
export function DeleteFiles({ tenantId, files, onClose }: DeleteFilesProps) {
  const t = useText();
  const { remove } = useFileActions(tenantId);
  const ids = files.map(({ id }) => id);
  const size = files.reduce((sum, { received }) => sum + received, 0);
  return (
    <Confirm
      open
      title={t("files.list.deleteTitle")}
      action={t("files.list.delete")}
      busy={remove.isPending}
      error={remove.error ? troubleOf(remove.error).text : undefined}
      onConfirm={() =>
        remove.mutate(ids, {
          onSuccess: ({ freed }) => {
            addNote({ tone: "done", text: t("files.list.deleted", { size: formatBytes(freed) }) });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      {t("files.list.deleteNote", { count: formatNumber(files.length), size: formatBytes(size) })}
    </Confirm>
  );
}
