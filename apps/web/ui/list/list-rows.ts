import { type Trouble, troubleOf } from "../../platform/error-texts.ts";

/** The three drawn states; empty is `ready` without rows. */
export type ListRows<R> =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly trouble: Trouble; retry(): void }
  /** `stale`: the rows of before, while others are on their way. */
  | { readonly kind: "ready"; readonly rows: readonly R[]; readonly stale?: boolean };

/** As TanStack Query hands it over. */
interface Query<D> {
  data: D | undefined;
  error: unknown;
  isPlaceholderData?: boolean;
  refetch(): unknown;
}

/** NAV-14: a failing list resets its rows and says why. */
export function rowsOfQuery<D, R>(query: Query<D>, pick: (data: D) => readonly R[]): ListRows<R> {
  if (query.error) return { kind: "failed", trouble: troubleOf(query.error), retry: () => void query.refetch() };
  if (query.data === undefined) return { kind: "loading" };
  return { kind: "ready", rows: pick(query.data), stale: query.isPlaceholderData ?? false };
}
