import { type DeviceRight, RIGHT_LEVELS, type RightLevel } from "@canopy/contract/devices/rights";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "./rights.module.css";

interface RightRowsProps {
  rows: readonly DeviceRight[];
  /** As it will be. */
  levelOf(row: DeviceRight): RightLevel;
  onLevel(row: DeviceRight, level: RightLevel): void;
  paging: { page: number; pages: number; onPage(page: number): void };
}

export function RightRows({ rows, levelOf, onLevel, paging }: RightRowsProps) {
  const t = useText();
  const levels = RIGHT_LEVELS.map((level) => ({ value: level, label: t(`devices.rights.level.${level}`) }));
  const { page, pages, onPage } = paging;
  if (rows.length === 0) return <EmptyState title={t("devices.rights.empty")} />;
  return (
    <>
      <ul className={styles.rows} aria-label={t("devices.rights.list")}>
        {rows.map((row) => {
          const level = levelOf(row);
          return (
            <li key={row.things_id} data-changed={level !== row.level || undefined}>
              <span className={styles.device}>
                <strong>{row.name}</strong>
                <small className="mono">{row.third_things_id}</small>
                {row.labels.length > 0 && <small>{row.labels.join(" · ")}</small>}
              </span>
              <Segmented
                label={t("devices.rights.levelOf", { name: row.name })}
                options={levels}
                value={level}
                onChange={(next) => onLevel(row, next)}
              />
            </li>
          );
        })}
      </ul>
      {pages > 1 && (
        <nav className={styles.pages} aria-label={t("devices.rights.list")}>
          {page > 1 && (
            <IconButton icon={ChevronLeft} label={t("devices.rights.previous")} onClick={() => onPage(page - 1)} />
          )}
          <span>{t("devices.rights.page", { page, pages })}</span>
          {page < pages && (
            <IconButton icon={ChevronRight} label={t("devices.rights.next")} onClick={() => onPage(page + 1)} />
          )}
        </nav>
      )}
    </>
  );
}
