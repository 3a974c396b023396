import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { addNote } from "../../ui/float/notes.ts";

interface KeptChoice<T> {
  /** Its name among the questions of the page, the device's id last. */
  readonly queryKey: readonly [...string[], string];
  read(signal: AbortSignal): Promise<readonly T[]>;
  /** Gives what the server keeps. */
  write(chosen: readonly T[]): Promise<readonly T[]>;
}

/** What a user ticks and the server keeps; undefined until it is known. */
export function useKeptChoice<T>({ queryKey, read, write }: KeptChoice<T>): {
  chosen: readonly T[] | undefined;
  choose(chosen: readonly T[]): void;
} {
  const queries = useQueryClient();
  const name = queryKey.join(" ");
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) });
  // What was ticked here stands at once, and no answer on its way undoes it.
  const [own, setOwn] = useState<{ name: string; chosen: readonly T[] }>();
  const save = useMutation({
    mutationFn: write,
    // One after the other: the last tick is the one that is kept.
    scope: { id: name },
    onSuccess: (list) => {
      queries.setQueryData(queryKey, list);
    },
    // What the server refuses goes back to what it has.
    onError: (problem) => {
      addNote({ tone: "ordinary", text: troubleOf(problem).text });
      setOwn(undefined);
      void queries.invalidateQueries({ queryKey });
    },
  });
  const choose = (chosen: readonly T[]) => {
    setOwn({ name, chosen });
    save.mutate(chosen);
  };
  return { chosen: own?.name === name ? own.chosen : data, choose };
}
