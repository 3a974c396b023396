import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { type DetailsAddress, readAddress, writeAddress } from "./details-address.ts";

export const DETAILS_PATH = "/Container/HomePage/DeviceDetails";

/** The address as the page reads it, and how it is changed: a tab is a step to go back from, a filter or cursor is not. */
export function useDetailsAddress(path: string = DETAILS_PATH) {
  const navigate = useNavigate();
  const raw = useRouterState({ select: (state) => state.location.searchStr });
  const address = useMemo(() => readAddress(Object.fromEntries(new URLSearchParams(raw))), [raw]);
  const change = useCallback(
    (changes: Partial<DetailsAddress>, step: "replace" | "push" = "replace") => {
      void navigate({
        to: path,
        search: (now: Record<string, unknown>) => writeAddress({ ...readAddress(now), ...changes }),
        replace: step === "replace",
      });
    },
    [navigate, path],
  );
  /** Of the tab's own words; an empty one leaves the address. */
  const onSearch = useCallback(
    (changes: Readonly<Record<string, string | number | undefined>>) => {
      const next = Object.entries({ ...address.search, ...changes });
      change({
        search: Object.fromEntries(next.flatMap(([k, v]) => (v === undefined || v === "" ? [] : [[k, String(v)]]))),
      });
    },
    [change, address.search],
  );
  return { address, change, onSearch };
}
