import { getSignalChoice, setSignalChoice } from "@canopy/contract/signals/decoded";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { useKeptChoice } from "../../frames/history/use-kept-choice.ts";
import { api } from "../../platform/api.ts";

/** DBC-07: the user's choice for a device; undefined until loaded. The server stores it and refuses the 31st signal. */
export function useSignalChoice(thingsId: string): {
  signals: readonly SignalReference[] | undefined;
  choose(signals: readonly SignalReference[]): void;
} {
  const params = { things_id: thingsId };
  const { chosen, choose } = useKeptChoice<SignalReference>({
    queryKey: [getSignalChoice.name, thingsId],
    read: async (signal) => (await api(getSignalChoice, { params }, { signal })).list,
    write: async (signals) => (await api(setSignalChoice, { params, body: { signals: [...signals] } })).list,
  });
  return { signals: chosen, choose };
}
