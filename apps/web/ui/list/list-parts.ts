import { type ListState, withSize } from "./list-address.ts";
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

type Sortable = string | number | null;

/** One page of a list that is loaded as a whole. */
export function pageOfRows<R>(
  rows: readonly R[],
  state: ListState,
  sortValueOf: (row: R, key: string) => Sortable,
): R[] {
  const { sort, page, size } = state;
  const sorted = sort
    ? [...rows].sort((a, b) => compare(sortValueOf(a, sort.key), sortValueOf(b, sort.key)))
    : [...rows];
  if (sort?.descending) sorted.reverse();
  return sorted.slice((page - 1) * size, page * size);
}

/** Unknown values come last. */
function compare(a: Sortable, b: Sortable): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return typeof a === "string" && typeof b === "string" ? a.localeCompare(b) : Number(a) - Number(b);
}
