import { type ListSort, type ListState, withSize, withSort } from "./list-address.ts";
import type { Paging } from "./Pager.tsx";

/** The state of a list, kept by the page. */
export interface ListProps {
  state: ListState;
  onState(state: ListState): void;
}

export function pagingOf({ state, onState }: ListProps, total: number): Paging {
  return {
    mode: "pages",
    page: state.page,
    size: state.size,
    total,
    onPage: (page) => onState({ ...state, page }),
    onSize: (size) => onState(withSize(state, size)),
  };
}

/** NAV-14: a list whose columns sort. */
export const sortingOf = ({ state, onState }: ListProps) => ({
  sort: state.sort,
  onSort: (sort: ListSort | null) => onState(withSort(state, sort)),
});

/** What a list that its server sorts asks for; the keys of its columns are what the server knows them by. */
export function orderOf<C extends string>({ sort }: ListState, columns: readonly C[]) {
  const order_param = columns.find((column) => column === sort?.key);
  return order_param === undefined ? {} : { order_param, order_type: sort?.descending ? 1 : 0 };
}

type Sortable = string | number | null;

/** One page of a list that is loaded as a whole. */
export function pageOfRows<R>(
  rows: readonly R[],
  state: ListState,
  sortValueOf: (row: R, key: string) => Sortable,
): R[] {
  const { sort, page, size } = state;
  return sortedRows(rows, sort, sortValueOf).slice((page - 1) * size, page * size);
}

/** All of them; without a sort in their own order. */
export function sortedRows<R>(
  rows: readonly R[],
  sort: ListSort | null,
  sortValueOf: (row: R, key: string) => Sortable,
): R[] {
  if (!sort) return [...rows];
  const { key, descending } = sort;
  return rows.toSorted((a, b) => compare(sortValueOf(a, key), sortValueOf(b, key), descending));
}

/** Unknown values come last in either direction. */
function compare(a: Sortable, b: Sortable, descending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const ascending = typeof a === "string" && typeof b === "string" ? a.localeCompare(b) : Number(a) - Number(b);
  return descending ? -ascending : ascending;
}
