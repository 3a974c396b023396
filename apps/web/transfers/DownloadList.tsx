import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { TaskList } from "../ui/float/TaskDrawer.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { useDownloadActions, useDownloads } from "./download-queries.ts";
import { downloadView } from "./download-view.ts";
import "./texts.ts";

/** The user's download tasks of a device, with progress and actions. */
export function DownloadList({ thingsId }: { thingsId: string }) {
  const t = useText();
  const { data, error, refetch } = useDownloads(thingsId);
  const { cancel, retry, remove, fetchFile } = useDownloadActions();
  if (error && !data)
    return (
      <FailedState title={t("transfers.download.tasks")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton rows={2} columns={1} />;
  if (data.length === 0)
    return <EmptyState title={t("transfers.download.none")} text={t("transfers.download.noneHint")} />;
  return (
    <TaskList
      jobs={data.map((task) => downloadView(task, t, fetchFile.mutate))}
      onCancel={cancel.mutate}
      onRetry={retry.mutate}
      onRemove={remove.mutate}
    />
  );
}
