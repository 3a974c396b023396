import type { ReactNode } from "react";
import { formatBytes, formatQuantity } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import styles from "./capacity.module.css";
import type { CapacityFigures } from "./capacity-queries.ts";
import { Ring } from "./Ring.tsx";

/** CAP-04: file space and the traffic of downloads. */
export function FileCapacity({ figures: { files, levels }, table }: { figures: CapacityFigures; table: ReactNode }) {
  const t = useText();
  if (!files) return <EmptyState title={t("capacity.file.none")} />;
  const { used_storage: used, total_storage: total } = files;
  const share = total === 0 ? null : used / total;
  return (
    <>
      <div className={styles.top}>
        <div className={styles.ring}>
          <Ring share={share} level={levels.file} size={112} stroke={11} />
          <div>
            <strong>{share === null ? "∞" : formatQuantity(share * 100, "%", { digits: 1 })}</strong>
            {total > 0 && <small>{formatBytes(total)}</small>}
          </div>
        </div>
        <div className={styles.facts}>
          <h3>
            {total === 0
              ? t("capacity.data.unlimited", { used: formatBytes(used) })
              : t("capacity.data.of", { used: formatBytes(used), total: formatBytes(total) })}
          </h3>
          <p>
            {t("capacity.tile.download")}: {formatBytes(files.used_flow)} /{" "}
            {files.total_flow === 0 ? t("capacity.tile.unlimited") : formatBytes(files.total_flow)}
          </p>
        </div>
      </div>
      {table}
    </>
  );
}
