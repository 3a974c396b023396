import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "./table.module.css";
import type { TableKind } from "./table-columns.ts";
import type { TableState } from "./table-report.ts";
import { useShownRows } from "./ViewMenu.tsx";
import "./table-texts.ts";

interface TableFootProps {
  list: string;
  state: TableState;
  view: TableKind;
  /** What the tints mean. */
  legend?: ReactNode;
  canGoTo: boolean;
  onPage(by: 1 | -1): void;
}

/** The visible rows, the legend of the tints, and the keys of the table. */
export function TableFoot({ list, state, view, legend, canGoTo, onPage }: TableFootProps) {
  const t = useText();
  const { rows: pageRows } = useShownRows(list);
  return (
    <div className={styles.foot}>
      <RowsInSight state={state} view={view} />
      {pageRows !== null && (
        <span>
          <IconButton icon={ChevronLeft} edge label={t("frames.table.pageBack")} onClick={() => onPage(-1)} />
          <IconButton icon={ChevronRight} edge label={t("frames.table.pageOn")} onClick={() => onPage(1)} />
        </span>
      )}
      {view !== "ids" && (
        <span className={styles.footKeys}>
          {legend ?? (
            <span>
              <span className={styles.footSwatch} aria-hidden="true">
                5A
              </span>
              {t("frames.table.changedHint")}
            </span>
          )}
        </span>
      )}
      <span className={styles.footKeys} style={view === "ids" ? undefined : { marginInlineStart: 0 }}>
        <Key name="↑ ↓" text={t("frames.table.keyRow")} />
        <Key name="Enter" text={t("frames.table.keyOpen")} />
        {canGoTo && <Key name="G" text={t("frames.table.keyGoTo")} />}
        {view !== "ids" && <Key name="N" text={t("frames.table.keyNext")} />}
      </span>
    </div>
  );
}

function RowsInSight({ state: { rows, total }, view }: Pick<TableFootProps, "state" | "view">) {
  const t = useText();
  if (view === "ids") return <span>{total !== undefined && t("frames.table.lines", { count: total })}</span>;
  if (rows === undefined) {
    return (
      <span>{total !== undefined && total > 0 && t("frames.table.rowCount", { total: formatNumber(total) })}</span>
    );
  }
  const words = { from: formatNumber(rows.from), to: formatNumber(rows.to), total: formatNumber(total) };
  return (
    <span data-testid="rows-in-sight">{t(rows.isExact ? "frames.table.rows" : "frames.table.rowsAbout", words)}</span>
  );
}

function Key({ name, text }: { name: string; text: string }) {
  return (
    <span>
      <kbd>{name}</kbd>
      {text}
    </span>
  );
}
