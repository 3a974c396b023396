import { getSignalChoice, setSignalChoice } from "@canopy/contract/signals/decoded";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { addNote } from "../ui/notes.ts";

function choiceQuery(thingsId: string) {
  return queryOptions({
    queryKey: [getSignalChoice.name, thingsId],
    queryFn: async ({ signal }) => (await api(getSignalChoice, { params: { things_id: thingsId } }, { signal })).list,
  });
}

/** DBC-07: the user's choice for a device; undefined until it is known. The server keeps it and refuses the 31st. */
export function useSignalChoice(thingsId: string): {
  signals: readonly SignalReference[] | undefined;
  choose(signals: readonly SignalReference[]): void;
} {
  const queries = useQueryClient();
  const { queryKey } = choiceQuery(thingsId);
  const { data } = useQuery(choiceQuery(thingsId));
  // What was ticked here stands at once, and no answer on its way undoes it.
  const [own, setOwn] = useState<{ thingsId: string; signals: readonly SignalReference[] }>();
  const save = useMutation({
    mutationFn: (next: readonly SignalReference[]) =>
      api(setSignalChoice, { params: { things_id: thingsId }, body: { signals: [...next] } }),
    // One after the other: the last tick is the one that is kept.
    scope: { id: `${setSignalChoice.name} ${thingsId}` },
    onSuccess: ({ list }) => {
      queries.setQueryData(queryKey, list);
    },
    // What the server refuses goes back to what it has.
    onError: (problem) => {
      addNote({ tone: "ordinary", text: troubleOf(problem).text });
      setOwn(undefined);
      void queries.invalidateQueries({ queryKey });
    },
  });
  const choose = (signals: readonly SignalReference[]) => {
    setOwn({ thingsId, signals });
    save.mutate(signals);
  };
  return { signals: own?.thingsId === thingsId ? own.signals : data, choose };
}
