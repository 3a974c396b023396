import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback } from "react";
import { type ListState, readListState, writeListState } from "../ui/list/list-address.ts";
import { pageSizeNow } from "../ui/list/list-kept.ts";
import { usePageSize } from "../ui/list/use-page-size.ts";

export interface ListShape {
  sortKeys?: readonly string[];
  filterKeys?: readonly string[];
}

/** A list's page, size, order and filters, kept in the address: a link shows the same thing, and so does going back. */
export function useListState(list: string, { sortKeys = [], filterKeys = [] }: ListShape) {
  const navigate = useNavigate();
  const { size: keptSize } = usePageSize(list);
  const { search, pathname } = useRouterState({ select: (state) => state.location });
  const state = readListState(search, { keptSize, sortKeys, filterKeys });
  const onState = useCallback(
    (next: ListState) => {
      void navigate({ to: pathname, search: writeListState(next, pageSizeNow(list)), replace: true });
    },
    [navigate, pathname, list],
  );
  return { state, onState };
}
