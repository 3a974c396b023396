import "../texts.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "../../platform/i18n.ts";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, pagingOf, sortingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";

interface Page<R> {
  list: R[];
  pagination: { total_size: number };
}

interface OperatingFrameProps<R> extends ListProps {
  list: string;
  label: string;
  columns: readonly Column<R>[];
  query: UseQueryResult<Page<R>>;
  rowKey(row: R): string;
  actions?: ReactNode;
  rowActions?(row: R): ReactNode;
}

/** Shared by the system manager's lists: one keyword, pages, columns. */
export function OperatingFrame<R>({ query, state, onState, ...frame }: OperatingFrameProps<R>) {
  const t = useText();
  const keyword = state.filters.keyword ?? "";
  return (
    <ListFrame
      {...frame}
      rows={rowsOfQuery(query, ({ list }) => list)}
      {...sortingOf({ state, onState })}
      paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
      filtered={keyword !== ""}
      onResetFilters={() => onState(withFilter(state, "keyword", ""))}
      filters={
        <SearchInput
          label={t("accounts.operating.keyword")}
          value={keyword}
          onChange={(text) => onState(withFilter(state, "keyword", text))}
        />
      }
    />
  );
}

/** The query values of such a list. */
export function pageQueryOf({ state }: Pick<ListProps, "state">) {
  return { current_page: state.page, page_size: state.size, keyword: state.filters.keyword ?? "" };
}
