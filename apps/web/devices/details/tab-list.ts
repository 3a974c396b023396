import { type ListState, readListState, withSize, writeListState } from "../../ui/list/list-address.ts";
import { keptPageSize } from "../../ui/list/list-kept.ts";
import type { Paging } from "../../ui/list/Pager.tsx";
import type { DeviceTabProps } from "./device-tab.tsx";

/** A list inside a tab keeps its page, size and filters among the tab's own words of the address. */
export function listOfTab(
  list: string,
  filterKeys: readonly string[],
  { search, onSearch }: Pick<DeviceTabProps, "search" | "onSearch">,
) {
  const keptSize = keptPageSize(list).get();
  const state = readListState(search, { keptSize, sortKeys: [], filterKeys });
  const onState = (next: ListState) => {
    const written = writeListState(next, keptPageSize(list).get());
    const words = Object.fromEntries(["page", "size", ...filterKeys].map((key) => [key, written[key]]));
    onSearch(words);
  };
  const pagingOf = (total: number): Paging => ({
    mode: "pages",
    page: state.page,
    size: state.size,
    total,
    onPage: (page) => onState({ ...state, page }),
    onSize: (size) => onState(withSize(state, size)),
  });
  return { state, onState, pagingOf };
}
