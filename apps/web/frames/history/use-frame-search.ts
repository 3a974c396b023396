import { useMemo } from "react";
import { type HistorySearch, historySearchOf } from "./history-search.ts";

/** The filter that the address says; the same words are the same filter. */
export function useFrameSearch(address: Readonly<Record<string, string>>): HistorySearch {
  const { ch = "", q = "", dir = "", type = "" } = address;
  return useMemo(() => historySearchOf({ ch, q, dir, type }), [ch, q, dir, type]);
}
