import { ArrowUp, SearchX } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { Button } from "../Button.tsx";
import { EmptyState } from "../marks/EmptyState.tsx";
import { FailedState } from "../marks/FailedState.tsx";
import { Skeleton } from "../marks/Skeleton.tsx";
import { Toolbar } from "../toolbar/Toolbar.tsx";
import { useNarrow } from "../use-narrow.ts";
import { ColumnPicker } from "./ColumnPicker.tsx";
import { isShown } from "./columns.ts";
import { DataTable, type DataTableProps } from "./DataTable.tsx";
import styles from "./list.module.css";
import { keptColumns, keptPageSize } from "./list-kept.ts";
import type { ListRows } from "./list-rows.ts";
import { hasSearch, listToolbar } from "./list-toolbar.ts";
import { useNewRows } from "./new-rows.ts";
import { Pager, type Paging } from "./Pager.tsx";
import { RowCards } from "./RowCards.tsx";
import { type RowSelection, visibleOf } from "./row-selection.ts";
import { useLastPage } from "./use-last-page.ts";
import { type PageFit, useFittingRows, usePageSize } from "./use-page-size.ts";
import { useSearchKey } from "./use-search-key.ts";

export interface ListFrameProps<R> extends Omit<DataTableProps<R>, "rows" | "stale"> {
  /** `domain.things`: under this name the page size and the columns are kept. */
  list: string;
  rows: ListRows<R>;
  paging?: Paging;
  /** The filter controls, several in a fragment; whether any is set; how to clear them. */
  filters?: ReactNode;
  filtered?: boolean;
  onResetFilters?: () => void;
  /** One sentence on what the list holds. */
  note?: string;
  /** At the right: what is true now, then actions, the main one last. */
  facts?: ReactNode;
  actions?: ReactNode;
  /** Newest first, and more come in while one reads: on a later page a button counts them. */
  live?: boolean;
  /** What stands there before there is anything; it teaches. */
  empty?: ReactNode;
}

/** Every list of the product: filter bar, table or cards, column choice, pages, and its three states drawn apart. */
export function ListFrame<R>(props: ListFrameProps<R>) {
  const t = useText();
  const { list, rows, columns, paging } = props;
  const columnStore = keptColumns(list);
  const choice = useStore(columnStore);
  const frame = useRef<HTMLDivElement>(null);
  const fit = useListFit(list, paging);
  useLastPage(paging?.mode === "pages" && rows.kind === "ready" && !rows.stale ? paging : undefined);
  useFittingRows(frame, fit);
  useVisibleSelection(props);
  useSearchKey(frame, hasSearch(props.filters));
  const fresh = useNewRows(props.live ? paging : undefined, rows.kind === "ready" && !rows.stale);
  const picker = <ColumnPicker columns={columns} choice={choice} onChange={columnStore.set} />;

  return (
    <div ref={frame} className={styles.frame}>
      <Toolbar label={t("ui.list.tools", { list: props.label })} items={listToolbar({ ...props, columns: picker })} />
      {props.note && <p className={styles.note}>{props.note}</p>}
      {fresh > 0 && paging?.mode === "pages" && (
        <div className={styles.fresh}>
          <Button icon={ArrowUp} onClick={() => paging.onPage(1)}>
            {t("ui.list.new", { count: fresh })}
          </Button>
        </div>
      )}
      <ListBody {...props} columns={columns.filter((column) => isShown(column, choice))} />
      {paging && rows.kind === "ready" && rows.rows.length > 0 && (
        <Pager list={props.label} paging={keeping(list, paging)} fit={fit} />
      )}
    </div>
  );
}

function ListBody<R>(props: ListFrameProps<R>) {
  const t = useText();
  const narrow = useNarrow();
  const { rows, paging, columns } = props;
  if (rows.kind === "ready" && rows.rows.length > 0) {
    const table = { ...props, rows: rows.rows, stale: rows.stale };
    if (narrow) return <RowCards {...table} />;
    return (
      <div className={styles.card}>
        <DataTable {...table} />
      </div>
    );
  }
  return (
    <div className={styles.card}>
      {rows.kind === "loading" && <Skeleton rows={paging?.size ?? 5} columns={narrow ? 2 : columns.length} />}
      {rows.kind === "failed" && (
        <FailedState title={t("ui.list.failed")} trouble={rows.trouble} onRetry={rows.retry} />
      )}
      {rows.kind === "ready" && <Nothing {...props} />}
    </div>
  );
}

function Nothing<R>({ filtered, onResetFilters, empty }: ListFrameProps<R>) {
  const t = useText();
  if (!filtered) return empty ?? <EmptyState title={t("ui.list.empty")} />;
  const reset = onResetFilters && <Button onClick={onResetFilters}>{t("ui.list.resetFilters")}</Button>;
  return <EmptyState icon={SearchX} title={t("ui.list.emptyFiltered")} actions={reset} />;
}

/** NAV-14: the size a person chooses is kept for this list. */
function keeping(list: string, paging: Paging): Paging {
  const onSize = (size: number) => {
    keptPageSize(list).set(size);
    paging.onSize(size);
  };
  return { ...paging, onSize };
}

/** Every list whose pages are counted can fit the height; one of neighbours only where its page asks for that many. */
function useListFit(list: string, paging: Paging | undefined): PageFit | undefined {
  const { fit } = usePageSize(list);
  if (paging?.mode !== "pages") return paging?.fit;
  const onRows = (rows: number) => {
    fit.onRows(rows);
    if (rows !== paging.size) paging.onSize(rows);
  };
  return { ...fit, onRows };
}

/** What is not seen must not be acted on: with another filter or page, or a failure, ticks are cleared. */
function useVisibleSelection<R>({ rows, rowKey, selection }: ListFrameProps<R>): void {
  const isSteady = rows.kind === "ready" && !rows.stale;
  const next = selection && visibleOf(selection.keys, isSteady ? rows.rows.map(rowKey) : []);
  const changes = next !== selection?.keys;
  const clear = useEffectEvent((keys: RowSelection["keys"] | undefined) => keys && selection?.onChange(keys));
  useEffect(() => {
    if (changes) clear(next);
  }, [changes, next]);
}
