import { deleteFileStorage, listFileStorage } from "@canopy/contract/files/things-files";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { CAPACITY_KEY } from "../../capacity/capacity-queries.ts";
import { inMb } from "../../capacity/DeviceUsageTable.tsx";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { DataTable } from "../../ui/list/DataTable.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";

type FileRow = Reply<typeof listFileStorage>["list"][number];
const SHOWN = 25;

/** CAP-04: files of each device, and the way to be rid of them. */
export function FileStorageTable({ tenantId }: { tenantId: string }) {
  const t = useText();
  const client = useQueryClient();
  const [cleaning, setCleaning] = useState<FileRow>();
  const { data } = useQuery({
    queryKey: [...CAPACITY_KEY, "files", tenantId],
    queryFn: ({ signal }) => api(listFileStorage, { params: { tenantId }, query: { page_size: SHOWN } }, { signal }),
  });
  const clean = useMutation({
    mutationFn: ({ id }: FileRow) => api(deleteFileStorage, { params: { tenantId, id }, query: { file_location: 0 } }),
    onSuccess: async (_, { used_storage }) => {
      addNote({ tone: "done", text: t("capacity.clean.success", { size: formatBytes(used_storage) }) });
      setCleaning(undefined);
      await client.invalidateQueries({ queryKey: CAPACITY_KEY });
    },
    onError: (error) => addNote({ tone: "urgent", text: t("capacity.clean.failure", { why: troubleOf(error).text }) }),
  });
  if (!data) return null;
  if (data.list.length === 0) return <EmptyState title={t("capacity.table.empty")} />;
  return (
    <>
      <DataTable
        label={t("capacity.file.table")}
        rows={data.list}
        rowKey={({ id }) => id}
        columns={[
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
        ]}
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
      <Confirm
        open={cleaning !== undefined}
        title={t("capacity.file.cleanTitle", { device: cleaning?.third_things_id ?? "" })}
        action={t("capacity.clean.button")}
        busy={clean.isPending}
        error={clean.error ? troubleOf(clean.error).text : undefined}
        onConfirm={() => cleaning && clean.mutate(cleaning)}
        onClose={() => setCleaning(undefined)}
      >
        {t("capacity.file.cleanNote", {
          count: formatNumber(cleaning?.files ?? 0),
          size: formatBytes(cleaning?.used_storage ?? 0),
        })}
      </Confirm>
    </>
  );
}
