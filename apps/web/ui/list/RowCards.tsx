import { join } from "../join.ts";
import type { Column } from "./columns.ts";
import { type DataTableProps, OpenCell } from "./DataTable.tsx";
import styles from "./list.module.css";
import { RowTick } from "./RowTick.tsx";

/** On a phone a row becomes a card with the same order: name, time; then the rest. */
export function RowCards<R>(props: DataTableProps<R>) {
  return (
    <ul className={join(styles.cards, props.stale && styles.stale)} aria-label={props.label} aria-busy={props.stale}>
      {props.rows.map((row) => (
        <li key={props.rowKey(row)}>
          <RowCard row={row} {...props} />
        </li>
      ))}
    </ul>
  );
}

function RowCard<R>(props: DataTableProps<R> & { row: R }) {
  const { row, columns, rowKey, rowName, onOpen, rowActions, selection } = props;
  const key = rowKey(row);
  const title = columns.find((column) => column.card === "title") ?? columns[0];
  const aside = columns.find((column) => column.card === "aside");
  const rest = columns.filter((column) => column !== title && column !== aside && column.card !== "none");
  return (
    <article
      className={styles.rowCard}
      data-row={key}
      data-selected={selection?.keys.has(key)}
      aria-current={props.current === key || undefined}
    >
      <div className={styles.rowHead}>
        {selection && <RowTick name={rowName?.(row) ?? key} rowKey={key} selection={selection} />}
        <div className={styles.rowTitle}>
          {title && (onOpen ? <OpenCell onOpen={() => onOpen(row)}>{title.cell(row)}</OpenCell> : title.cell(row))}
        </div>
        {aside && <div className={styles.rowAside}>{aside.cell(row)}</div>}
        {rowActions?.(row)}
      </div>
      {rest.length > 0 && <Lines columns={rest} row={row} />}
    </article>
  );
}

function Lines<R>({ columns, row }: { columns: readonly Column<R>[]; row: R }) {
  return (
    <dl>
      {columns.map((column) => (
        <div key={column.key} className={styles.rowLine}>
          <dt>{column.title}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
