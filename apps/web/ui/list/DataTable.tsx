import type { ReactNode } from "react";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../form/Checkbox.tsx";
import { join } from "../join.ts";
import { PlainTimes } from "../time/moment.tsx";
import type { Column } from "./columns.ts";
import styles from "./list.module.css";
import type { ListSort } from "./list-address.ts";
import { RowTick } from "./RowTick.tsx";
import { allOf, type RowSelection, withAll } from "./row-selection.ts";
import { SortButton } from "./SortButton.tsx";

export interface DataTableProps<R> {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey(row: R): string;
  /** The word for a row, read with its tick. */
  rowName?: ((row: R) => string) | undefined;
  stale?: boolean | undefined;
  sort?: ListSort | null | undefined;
  onSort?: ((sort: ListSort | null) => void) | undefined;
  /** The first column becomes the way in. */
  onOpen?: ((row: R) => void) | undefined;
  rowActions?: ((row: R) => ReactNode) | undefined;
  selection?: RowSelection | undefined;
  /** The row that keys act on. */
  current?: string | undefined;
}

export function DataTable<R>(props: DataTableProps<R>) {
  const { columns, rows, rowKey, selection, rowActions } = props;
  const t = useText();
  // Wider than the window it scrolls: by keyboard too, through what is inside or else by itself.
  const reachable =
    props.onOpen || rowActions || selection || columns.some((column) => column.sortable && props.onSort);
  return (
    <section className={styles.scroll} aria-label={props.label} {...(reachable ? {} : { tabIndex: 0 })}>
      <table className={join(styles.table, props.stale && styles.stale)} aria-busy={props.stale}>
        <thead>
          <tr>
            {selection && (
              <th className={styles.narrowCell}>
                <Checkbox
                  aria-label={t("ui.list.selectAll")}
                  checked={allOf(rows.map(rowKey), selection.keys)}
                  onChange={(on) => selection.onChange(withAll(selection.keys, rows.map(rowKey), on))}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
            {rowActions && (
              <th className={styles.narrowCell}>
                <span className="unseen">{t("ui.action.more")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={rowKey(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row<R>(props: DataTableProps<R> & { row: R }) {
  const { row, columns, rowKey, rowName, onOpen, rowActions, selection } = props;
  const key = rowKey(row);
  return (
    <tr
      data-row={key}
      aria-current={props.current === key || undefined}
      aria-selected={selection ? selection.keys.has(key) : undefined}
    >
      {selection && (
        <td className={styles.narrowCell}>
          <RowTick name={rowName?.(row) ?? key} rowKey={key} selection={selection} />
        </td>
      )}
      {columns.map((column, i) => (
        <td key={column.key} className={column.align === "end" ? styles.end : undefined}>
          {i === 0 && onOpen ? <OpenCell onOpen={() => onOpen(row)}>{column.cell(row)}</OpenCell> : column.cell(row)}
        </td>
      ))}
      {rowActions && <td className={styles.narrowCell}>{rowActions(row)}</td>}
    </tr>
  );
}

interface HeadCellProps<R> {
  column: Column<R>;
  sort: ListSort | null | undefined;
  onSort: ((sort: ListSort | null) => void) | undefined;
}

function HeadCell<R>({ column, sort, onSort }: HeadCellProps<R>) {
  const mine = sort?.key === column.key ? sort : null;
  return (
    <th
      scope="col"
      className={column.align === "end" ? styles.end : undefined}
      style={column.width ? { width: column.width } : undefined}
      aria-sort={mine ? (mine.descending ? "descending" : "ascending") : undefined}
    >
      {column.sortable && onSort ? (
        <SortButton sort={sort} onSort={onSort} sortKey={column.key} title={column.title} />
      ) : (
        column.title
      )}
    </th>
  );
}

export function OpenCell({ onOpen, children }: { onOpen(): void; children: ReactNode }) {
  return (
    <button type="button" className={styles.open} onClick={onOpen}>
      <PlainTimes>{children}</PlainTimes>
    </button>
  );
}
