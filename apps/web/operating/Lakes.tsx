import type { HealthLake, OperatingHealth } from "@canopy/contract/operating/health";
import { codeText } from "../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Card } from "../ui/Card.tsx";
import type { Column } from "../ui/list/columns.ts";
import { RelativeTime } from "../ui/time/TimeText.tsx";
import { HealthTable } from "./HealthTable.tsx";
import styles from "./health.module.css";

export function Lakes({ lakes: { list, total } }: Pick<OperatingHealth, "lakes">) {
  const t = useText();
  const columns = useColumns();
  return (
    <Card title={t("operating.health.lakes")} aside={total > 0 && t("operating.health.lakesNote", { total })}>
      {list.length === 0 ? (
        <p className={styles.quiet}>{t("operating.health.noLakes")}</p>
      ) : (
        <HealthTable
          label={t("operating.health.lakes")}
          columns={columns}
          rows={list}
          rowKey={({ tenant_id }) => tenant_id}
        />
      )}
    </Card>
  );
}

function useColumns(): Column<HealthLake>[] {
  const t = useText();
  return [
    { key: "tenant", title: t("operating.health.tenant"), cell: ({ tenant_name }) => tenant_name },
    { key: "every", title: t("operating.health.every"), cell: ({ every }) => t(`operating.health.every.${every}`) },
    {
      key: "last",
      title: t("operating.health.lastRun"),
      card: "aside",
      cell: ({ last_time }) => (last_time === null ? t("operating.health.neverRun") : <RelativeTime at={last_time} />),
    },
    {
      key: "result",
      title: t("operating.health.result"),
      cell: ({ last_time, message_code }) => {
        if (last_time === null) return null;
        if (message_code === null) return t("operating.health.ok");
        return <span data-tone="urgent">{codeText(message_code) ?? message_code}</span>;
      },
    },
    {
      key: "written",
      title: t("operating.health.written"),
      align: "end",
      cell: ({ files_written, bytes_written }) =>
        t("operating.health.writtenText", { files: formatNumber(files_written), size: formatBytes(bytes_written) }),
    },
  ];
}
