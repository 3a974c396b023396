import { useState } from "react";
import type { Paging } from "./Pager.tsx";

/** The total that a person has seen: that of the first page, or of the page he came to by an address. */
export function seenTotal(seen: number | undefined, page: number, total: number): number {
  return seen === undefined || page === 1 || total < seen ? total : seen;
}

/** How many rows of a live list came in at its top while a later page was read. */
export function useNewRows(paging: Paging | undefined, isSteady: boolean): number {
  const [seen, setSeen] = useState<number>();
  const counted = paging?.mode === "pages" && isSteady ? paging : undefined;
  const next = counted ? seenTotal(seen, counted.page, counted.total) : seen;
  if (next !== seen) setSeen(next);
  return counted && next !== undefined ? counted.total - next : 0;
}
