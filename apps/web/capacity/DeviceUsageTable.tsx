import { formatNumber, UNKNOWN } from "../platform/formats.ts";
import { type Translate, useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import type { Column } from "../ui/list/columns.ts";
import { DataTable } from "../ui/list/DataTable.tsx";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { Pager } from "../ui/list/Pager.tsx";
import { RowCards } from "../ui/list/RowCards.tsx";
import { useOwnPages } from "../ui/list/use-own-pages.ts";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { RelativeTime } from "../ui/time/TimeText.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import styles from "./capacity.module.css";
import { useDeviceUsage } from "./capacity-queries.ts";
import { UsageActions, type UsageWays } from "./UsageActions.tsx";
import type { UsedDevice } from "./used-device.ts";

interface DeviceUsageTableProps extends UsageWays {
  tenantId: string;
}

const MB = 1024 * 1024;
const LIST = "capacity.devices";
/** CAP-02: whole MB. */
export const inMb = (bytes: number) => formatNumber(Math.round(bytes / MB), { digits: 0 });

export function DeviceUsageTable({ tenantId, isManager, onClean, onWhy }: DeviceUsageTableProps) {
  const t = useText();
  const narrow = useNarrow();
  const { day } = useTimeFormats();
  const { page, size, pagingOf } = useOwnPages(LIST);
  const query = useDeviceUsage(tenantId, page, size);
  const rows = rowsOfQuery(query, ({ list }) => list);
  if (rows.kind === "loading") return <Skeleton rows={size} columns={narrow ? 2 : 6} />;
  if (rows.kind === "failed")
    return <FailedState title={t("capacity.dialog.failed")} trouble={rows.trouble} onRetry={rows.retry} />;
  if (rows.rows.length === 0) return <EmptyState title={t("capacity.table.empty")} />;
  const most = Math.max(1, ...rows.rows.map(({ used_bytes }) => used_bytes));
  const table = {
    label: t("capacity.table.label"),
    rows: rows.rows,
    stale: rows.stale,
    columns: usageColumns(t, day, most),
    rowKey: ({ id }: UsedDevice) => id,
    rowName: ({ name }: UsedDevice) => name,
    rowActions: (device: UsedDevice) => (
      <UsageActions device={device} isManager={isManager} onClean={onClean} onWhy={onWhy} />
    ),
  };
  return (
    <>
      {narrow ? <RowCards {...table} /> : <DataTable {...table} />}
      <Pager list={t("capacity.table.label")} paging={pagingOf(query.data?.pagination.total_size ?? 0)} />
    </>
  );
}

function usageColumns(t: Translate, day: (atMs: number) => string, most: number): Column<UsedDevice>[] {
  return [
    {
      key: "device",
      title: t("capacity.table.device"),
      card: "title",
      cell: ({ name, third_things_id }) => (
        <span className={styles.device}>
          {name}
          <small className="mono">{third_things_id}</small>
        </span>
      ),
    },
    {
      key: "type",
      title: t("capacity.table.type"),
      cell: ({ info_model_name }) => info_model_name ?? t("capacity.table.noType"),
    },
    {
      key: "used",
      title: t("capacity.table.used"),
      align: "end",
      cell: ({ used_bytes }) => (
        <>
          <span className={styles.bar} aria-hidden="true">
            <i style={{ width: `${(100 * used_bytes) / most}%` }} />
          </span>
          <strong>{inMb(used_bytes)}</strong>
        </>
      ),
    },
    {
      key: "perDay",
      title: t("capacity.table.perDay"),
      align: "end",
      cell: ({ bytes_per_day }) => `+${inMb(bytes_per_day)}`,
    },
    {
      key: "oldest",
      title: t("capacity.table.oldest"),
      cell: ({ oldest_time }) => (oldest_time === null ? UNKNOWN : day(oldest_time)),
    },
    {
      key: "counted",
      title: t("capacity.table.counted"),
      cell: ({ counted_time }) => (counted_time === null ? UNKNOWN : <RelativeTime at={counted_time} />),
    },
  ];
}
