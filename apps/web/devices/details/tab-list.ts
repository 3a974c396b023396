import { type ListState, readListState, writeListState } from "../../ui/list/list-address.ts";
import { pageSizeNow } from "../../ui/list/list-kept.ts";
import { pagingOf } from "../../ui/list/list-parts.ts";
import { usePageSize } from "../../ui/list/use-page-size.ts";
import type { DeviceTabProps } from "./device-tab.tsx";

/** A list inside a tab keeps its page, size, order and filters among the tab's own words of the address. */
export function useListOfTab(
  list: string,
  filterKeys: readonly string[],
  { search, onSearch }: Pick<DeviceTabProps, "search" | "onSearch">,
  sortKeys: readonly string[] = [],
) {
  const { size: keptSize } = usePageSize(list);
  const state = readListState(search, { keptSize, sortKeys, filterKeys });
  const onState = (next: ListState) => {
    const written = writeListState(next, pageSizeNow(list));
    const words = Object.fromEntries(["page", "size", "sort", ...filterKeys].map((key) => [key, written[key]]));
    onSearch(words);
  };
  return { state, onState, pagingOf: (total: number) => pagingOf({ state, onState }, total) };
}
