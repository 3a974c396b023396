import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback } from "react";

/** The words of a page's address, and how to change some of them; `undefined` takes one out. */
export function usePageSearch() {
  const navigate = useNavigate();
  const { search, pathname } = useRouterState({ select: (state) => state.location });
  const words: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, String(value)]),
  );
  const onSearch = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) =>
      void navigate({
        to: pathname,
        search: (old: Record<string, unknown>) => ({ ...old, ...changes }),
        replace: true,
      }),
    [navigate, pathname],
  );
  return { search: words, onSearch };
}
