import type { SignalBinding } from "@canopy/contract/signals/bindings";
import type { DbcFile } from "@canopy/contract/signals/dbc-files";
import { useQuery } from "@tanstack/react-query";
import { bindingsQuery } from "../strategies/strategy-queries.ts";

type Bound = Pick<SignalBinding, "channel" | "dbc_id">;

/** What is bound to the channel first, then what is bound to the device's others, then the rest as it was. */
export function ownFirst<F extends Pick<DbcFile, "dbc_id">>(
  files: readonly F[],
  bindings: readonly Bound[],
  channel: number,
): F[] {
  const rank = ({ dbc_id }: F) => {
    const own = bindings.filter((one) => one.dbc_id === dbc_id);
    if (own.some((one) => one.channel === channel)) return 0;
    return own.length > 0 ? 1 : 2;
  };
  return [...files].sort((a, b) => rank(a) - rank(b));
}

const NONE: readonly Bound[] = [];

/** Undefined until they are known: what is offered first must not change under the pointer. */
export function useOwnBindings(thingsId: string): readonly Bound[] | undefined {
  const { data, isPending } = useQuery(bindingsQuery(thingsId));
  return isPending ? undefined : (data ?? NONE);
}
