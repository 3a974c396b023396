import type { FrameServer } from "@canopy/contract/operating/health";
import { formatBytes, formatNumber, UNKNOWN } from "../platform/formats.ts";
import { type TextKey, useText } from "../platform/i18n.ts";
import { Card } from "../ui/Card.tsx";
import type { Column } from "../ui/list/columns.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { daysText } from "./FigureStrip.tsx";
import { HealthTable } from "./HealthTable.tsx";
import styles from "./health.module.css";
import { diskTone, serverTone } from "./health-state.ts";

const FILES_STATE: Record<FrameServer["files"]["state"], TextKey> = {
  ok: "operating.health.filesOk",
  unreachable: "operating.health.filesUnreachable",
  refused: "operating.health.filesRefused",
  missing: "operating.health.filesMissing",
  foreign: "operating.health.filesForeign",
};

export function FrameServers({ servers }: { servers: readonly FrameServer[] }) {
  const t = useText();
  const columns = useColumns();
  return (
    <Card title={t("operating.health.servers")}>
      {servers.length === 0 ? (
        <p className={styles.quiet}>{t("operating.health.noServers")}</p>
      ) : (
        <HealthTable
          label={t("operating.health.servers")}
          columns={columns}
          rows={servers}
          rowKey={({ address }) => address}
        />
      )}
    </Card>
  );
}

function useColumns(): Column<FrameServer>[] {
  const t = useText();
  return [
    {
      key: "server",
      title: t("operating.health.server"),
      card: "title",
      cell: ({ address, id }) => (
        <span className={styles.two}>
          <span className="mono">{address}</span>
          <span className={styles.small}>{id ?? UNKNOWN}</span>
        </span>
      ),
    },
    {
      key: "state",
      title: t("operating.health.serverState"),
      card: "aside",
      cell: (row) => <ServerState server={row} />,
    },
    {
      key: "room",
      title: t("operating.health.room"),
      cell: ({ disk }) =>
        disk ? (
          <span className={styles.two} data-tone={diskTone(disk)}>
            {t("operating.health.roomText", { free: formatBytes(disk.free_bytes), total: formatBytes(disk.bytes) })}
            <span className={styles.small}>{daysText(disk.days_left, t)}</span>
          </span>
        ) : (
          UNKNOWN
        ),
    },
    {
      key: "segments",
      title: t("operating.health.segments"),
      align: "end",
      cell: (row) => formatBytes(row.segment_bytes),
    },
    {
      key: "database",
      title: t("operating.health.database"),
      align: "end",
      cell: (row) => formatBytes(row.database_bytes),
    },
    { key: "frames", title: t("operating.health.frames"), align: "end", cell: (row) => formatNumber(row.frames) },
    {
      key: "landed",
      title: t("operating.health.landedBatches"),
      align: "end",
      cell: (row) => formatNumber(row.landed_batches),
    },
    { key: "files", title: t("operating.health.files"), cell: (row) => <Files files={row.files} /> },
    {
      key: "version",
      title: t("operating.health.version"),
      align: "end",
      cell: (row) => formatNumber(row.store_version),
    },
  ];
}

function ServerState({ server }: { server: FrameServer }) {
  const t = useText();
  if (!server.is_reachable) return <Chip tone="urgent">{t("operating.health.unreachable")}</Chip>;
  if (server.landing !== "ok") return <Chip tone="urgent">{t("operating.health.stalled")}</Chip>;
  return <Chip tone={serverTone(server) ?? "green"}>{t("operating.health.reachable")}</Chip>;
}

function Files({ files: { kind, where, state } }: Pick<FrameServer, "files">) {
  const t = useText();
  return (
    <span className={styles.two}>
      <span className={styles.where}>
        {t(`operating.health.${kind}`)} <span className="mono">{where}</span>
      </span>
      <span className={styles.small} data-tone={state === "ok" ? undefined : "urgent"}>
        {t(FILES_STATE[state])}
      </span>
    </span>
  );
}
