import type { ReactNode } from "react";
import { formatBytes, formatNumber, formatQuantity } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { ProgressBar } from "../ui/marks/ProgressBar.tsx";
import styles from "./capacity.module.css";
import { type CapacityFigures, usePush } from "./capacity-queries.ts";

const GB = 1024 ** 3;
/** CAP-06, DAT-06: as the spec writes what is not known. */
const UNKNOWN = "--";

interface TileProps {
  name: string;
  used: number | undefined;
  /** Null: no limit; undefined: not known. */
  total: number | null | undefined;
  aside?: string;
  write(value: number): string;
}

function Tile({ name, used, total, aside, write }: TileProps) {
  const t = useText();
  const share = used !== undefined && total ? used / total : undefined;
  return (
    <div className={styles.tile}>
      <dt>
        {name}
        <span>{share === undefined ? aside : formatQuantity(share * 100, "%", { digits: 0 })}</span>
      </dt>
      <dd>
        <strong>{used === undefined ? UNKNOWN : write(used)}</strong>{" "}
        <span>/ {total === undefined ? UNKNOWN : total === null ? t("capacity.tile.unlimited") : write(total)}</span>
      </dd>
      {share !== undefined && (
        <dd>
          <ProgressBar label={name} share={Math.min(1, share)} />
        </dd>
      )}
    </div>
  );
}

const bytesOf = (gigabytes: number | null | undefined) => (gigabytes == null ? gigabytes : gigabytes * GB);
const limitOf = (total: number | undefined) => (total === 0 ? null : total);

/** CAP-06: used and total of every part of the package. */
export function CapacityTiles({ tenantId, figures }: { tenantId: string; figures: CapacityFigures }): ReactNode {
  const t = useText();
  const { data: push } = usePush(tenantId);
  const { data, content, files } = figures;
  const days = content?.maximum_data_retention_days;
  return (
    <dl className={styles.tiles}>
      <Tile name={t("capacity.tile.data")} used={data.used} total={data.total} write={formatBytes} />
      <Tile
        name={t("capacity.tile.ftp")}
        used={files?.ftp_used_storage}
        total={bytesOf(content?.ftp_storage_space)}
        write={formatBytes}
      />
      <Tile
        name={t("capacity.tile.cloud")}
        used={files?.used_storage}
        total={files ? limitOf(files.total_storage) : bytesOf(content?.file_storage_space)}
        write={formatBytes}
      />
      <Tile
        name={t("capacity.tile.download")}
        aside={t("capacity.tile.month")}
        used={files?.used_flow}
        total={files ? limitOf(files.total_flow) : content?.device_file_traffic_management}
        write={formatBytes}
      />
      <Tile
        name={t("capacity.tile.push")}
        aside={t("capacity.tile.month")}
        used={push?.used}
        total={limitOf(push?.total)}
        write={formatNumber}
      />
      <div className={styles.tile}>
        <dt>{t("capacity.tile.retention")}</dt>
        <dd>
          <strong>
            {days === undefined
              ? UNKNOWN
              : days === null
                ? t("capacity.tile.unlimited")
                : t("capacity.tile.days", { count: days })}
          </strong>
        </dd>
        {typeof days === "number" && (
          <dd>
            <span>{t("capacity.tile.retentionNote")}</span>
          </dd>
        )}
      </div>
    </dl>
  );
}
