import type { StoredStep } from "@canopy/contract/diagnosis/job-request";
import { deleteSequence, listSequences, saveSequence, type UdsSequence } from "@canopy/contract/diagnosis/sequences";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import "./sequence-texts.ts";

const KEY = ["diagnosis", "sequences"] as const;

interface Draft {
  readonly name: string;
  readonly go_on: boolean;
  readonly steps: readonly StoredStep[];
}
const EMPTY: Draft = { name: "", go_on: false, steps: [] };

/** The sequence that is put together here, and those that are saved. */
export function useSequence() {
  const t = useText();
  const client = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const { data: saved = [] } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api(listSequences, {}, { signal })).list,
  });
  const renew = async (text: string) => {
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: KEY });
  };
  const onError = (error: Error) => addNote({ tone: "ordinary", text: troubleOf(error).text });
  const save = useMutation({
    mutationFn: () => api(saveSequence, { body: { ...draft, steps: [...draft.steps] } }),
    onSuccess: ({ data: { name } }) => renew(t("diagnosis.sequence.savedNote", { name })),
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ sequence_id }: UdsSequence) => api(deleteSequence, { params: { sequence_id } }),
    onSuccess: async (_, { name }) => {
      setDraft(EMPTY);
      await renew(t("diagnosis.sequence.deletedNote", { name }));
    },
    onError,
  });
  return {
    draft,
    saved,
    change: (changes: Partial<Draft>) => setDraft({ ...draft, ...changes }),
    add: (step: StoredStep) => setDraft({ ...draft, steps: [...draft.steps, step] }),
    clear: () => setDraft(EMPTY),
    save,
    remove,
  };
}

export type Sequence = ReturnType<typeof useSequence>;
