import { deleteFileStorage, listFileStorage } from "@canopy/contract/files/things-files";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { CAPACITY_KEY } from "../../capacity/capacity-queries.ts";
import { inMb } from "../../capacity/DeviceUsageTable.tsx";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { DataTable } from "../../ui/list/DataTable.tsx";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { Pager } from "../../ui/list/Pager.tsx";
import { useOwnPages } from "../../ui/list/use-own-pages.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";

type FileRow = Reply<typeof listFileStorage>["list"][number];
const LIST = "files.storage";

/** CAP-04: files of each device, and the way to be rid of them. */
export function FileStorageTable({ tenantId }: { tenantId: string }) {
  const t = useText();
  const [cleaning, setCleaning] = useState<FileRow>();
  const { page, size, onPage, pagingOf } = useOwnPages(LIST);
  const query = useFileStorage(tenantId, page, size);
  const rows = rowsOfQuery(query, ({ list }) => list);
  if (rows.kind === "loading") return <Skeleton rows={size} columns={4} />;
  if (rows.kind === "failed")
    return <FailedState title={t("capacity.dialog.failed")} trouble={rows.trouble} onRetry={rows.retry} />;
  if (rows.rows.length === 0 && page === 1) return <EmptyState title={t("capacity.table.empty")} />;
  const label = t("capacity.file.table");
  return (
    <>
      <DataTable
        label={label}
        rows={rows.rows}
        stale={rows.stale}
        rowKey={({ id }) => id}
        columns={fileColumns(t)}
        rowActions={(row) => (
          <Button
            aria-label={t("capacity.clean.label", { device: row.third_things_id })}
            denied={callDenied(deleteFileStorage)}
            onClick={() => setCleaning(row)}
          >
            {t("capacity.clean.button")}
          </Button>
        )}
      />
      <Pager list={label} paging={pagingOf(query.data?.pagination.total_size ?? 0)} />
      <CleanFiles
        row={cleaning}
        tenantId={tenantId}
        onDone={() => {
          // The last row of the last page takes its page with it.
          if (rows.rows.length === 1) onPage(Math.max(1, page - 1));
          setCleaning(undefined);
        }}
        onClose={() => setCleaning(undefined)}
      />
    </>
  );
}

function useFileStorage(tenantId: string, page: number, size: number) {
  return useQuery({
    queryKey: [...CAPACITY_KEY, "files", tenantId, page, size],
    queryFn: ({ signal }) =>
      api(listFileStorage, { params: { tenantId }, query: { current_page: page, page_size: size } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const fileColumns = (t: Translate): Column<FileRow>[] => [
  { key: "device", title: t("capacity.table.device"), cell: ({ third_things_id }) => third_things_id },
  { key: "type", title: t("capacity.table.type"), cell: ({ info_model_name }) => info_model_name },
  {
    key: "used",
    title: t("capacity.table.used"),
    align: "end",
    cell: ({ used_storage }) => inMb(used_storage),
  },
  {
    key: "counted",
    title: t("capacity.table.counted"),
    cell: ({ update_time }) => <RelativeTime at={update_time} />,
  },
];

interface CleanFilesProps {
  row: FileRow | undefined;
  tenantId: string;
  onDone(): void;
  onClose(): void;
}

function CleanFiles({ row, tenantId, onDone, onClose }: CleanFilesProps) {
  const t = useText();
  const client = useQueryClient();
  const clean = useMutation({
    mutationFn: ({ id }: FileRow) => api(deleteFileStorage, { params: { tenantId, id }, query: { file_location: 0 } }),
    onSuccess: async (_, { used_storage }) => {
      addNote({ tone: "done", text: t("capacity.clean.success", { size: formatBytes(used_storage) }) });
      onDone();
      await client.invalidateQueries({ queryKey: CAPACITY_KEY });
    },
    onError: (error) => addNote({ tone: "urgent", text: t("capacity.clean.failure", { why: troubleOf(error).text }) }),
  });
  return (
    <Confirm
      open={row !== undefined}
      title={t("capacity.file.cleanTitle", { device: row?.third_things_id ?? "" })}
      action={t("capacity.clean.button")}
      busy={clean.isPending}
      error={clean.error ? troubleOf(clean.error).text : undefined}
      onConfirm={() => row && clean.mutate(row)}
      onClose={onClose}
    >
      {t("capacity.file.cleanNote", {
        count: formatNumber(row?.files ?? 0),
        size: formatBytes(row?.used_storage ?? 0),
      })}
    </Confirm>
  );
}
