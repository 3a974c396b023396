import type { SignalBinding } from "@canopy/contract/signals/bindings";
import type { DbcFile } from "@canopy/contract/signals/dbc-files";
import { useQuery } from "@tanstack/react-query";
import { bindingsQuery } from "../strategies/strategy-queries.ts";

type Bound = Pick<SignalBinding, "channel" | "dbc_id">;

/** Files bound to the channel, then to the device's other channels; the remaining files keep their order. */
export function ownAndOthers<F extends Pick<DbcFile, "dbc_id">>(
  files: readonly F[],
  bindings: readonly Bound[],
  channel: number,
): { own: F[]; others: F[] } {
  const rank = ({ dbc_id }: F) => {
    const own = bindings.filter((one) => one.dbc_id === dbc_id);
    if (own.some((one) => one.channel === channel)) return 0;
    return own.length > 0 ? 1 : 2;
  };
  const isOwn = (file: F) => rank(file) < 2;
  // Without bound files there is one list only.
  if (!files.some(isOwn)) return { own: [...files], others: [] };
  const own = files.filter(isOwn).sort((a, b) => rank(a) - rank(b));
  return { own, others: files.filter((file) => !isOwn(file)) };
}

/** The same as one list. */
export function ownFirst<F extends Pick<DbcFile, "dbc_id">>(
  files: readonly F[],
  bindings: readonly Bound[],
  channel: number,
): F[] {
  const { own, others } = ownAndOthers(files, bindings, channel);
  return [...own, ...others];
}

const NONE: readonly Bound[] = [];

/** Undefined while loading: the order of the files must not change during a click. */
export function useOwnBindings(thingsId: string): readonly Bound[] | undefined {
  const { data, isPending } = useQuery(bindingsQuery(thingsId));
  return isPending ? undefined : (data ?? NONE);
}
