import { useEffect } from "react";
import { pageCount } from "./list-address.ts";

interface CountedPages {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  onPage(page: number): void;
}

/**
 * Rows went, or the address names a page that is not: back to the last one there is. Undefined: what is counted is not
 * known yet.
 */
export function useLastPage(counted: CountedPages | undefined): void {
  const last = counted && pageCount(counted.total, counted.size);
  const beyond = last !== undefined && counted !== undefined && counted.page > last;
  const onPage = counted?.onPage;
  useEffect(() => {
    if (beyond) onPage?.(last);
  }, [beyond, last, onPage]);
}
