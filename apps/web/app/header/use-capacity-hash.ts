import { useNavigate, useRouterState } from "@tanstack/react-router";
import type { CapacityTab } from "../../capacity/CapacityDialog.tsx";
import { REQUEST_HASH } from "../capacity-hash.ts";

const HASH = { data: "capacity-data", file: "capacity-file" } as const;

/** The dialog stands over any page: `#capacity-data`, `#capacity-file`, or `#capacity-request`. */
export function useCapacityHash() {
  const navigate = useNavigate();
  const hash = useRouterState({ select: (state) => state.location.hash });
  const isAsking = hash === REQUEST_HASH;
  const tab: CapacityTab | undefined =
    hash === HASH.file ? "file" : hash === HASH.data || isAsking ? "data" : undefined;
  const show = (next: CapacityTab | undefined) =>
    void navigate({ to: ".", search: true, hash: next ? HASH[next] : "", replace: true });
  return { tab, isAsking, show };
}
