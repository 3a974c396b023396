import { useState } from "react";
import { useStore } from "../../platform/kept.ts";
import { keptPageSize } from "./list-kept.ts";
import { pagingOf } from "./list-parts.ts";
import type { Paging } from "./Pager.tsx";

/** Pages of a list that is no part of the address, as in a dialog; the chosen size is kept as everywhere (NAV-14). */
export function useOwnPages(list: string): {
  page: number;
  size: number;
  onPage(page: number): void;
  pagingOf(total: number): Paging;
} {
  const size = useStore(keptPageSize(list));
  const [page, setPage] = useState(1);
  const onState = (next: { page: number; size: number }) => {
    keptPageSize(list).set(next.size);
    setPage(next.page);
  };
  const state = { page, size, sort: null, filters: {} };
  return { page, size, onPage: setPage, pagingOf: (total) => pagingOf({ state, onState }, total) };
}
