import {
  cancelRecall,
  type ListedCardFile,
  listCardFiles,
  RUNNING_STATES,
  readCard,
  startRecalls,
} from "@canopy/contract/files/recalls";
import type { CallArguments } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { translate } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import "./texts.ts";

const KEY = ["cardFiles"] as const;
const START_KEY = ["startRecalls"] as const;
const RUNNING_MS = 1000;
const RESTING_MS = 10_000;

export const isRunning = ({ recall }: Pick<ListedCardFile, "recall">) =>
  recall !== null && RUNNING_STATES.includes(recall.state);

/** Quickly again while something is under way. */
export function useCardFiles(thingsId: string, asked: NonNullable<CallArguments<typeof listCardFiles>["query"]>) {
  return useQuery({
    queryKey: [...KEY, thingsId, asked],
    queryFn: ({ signal }) => api(listCardFiles, { params: { things_id: thingsId }, query: asked }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.list.some(isRunning) ? RUNNING_MS : RESTING_MS),
  });
}

interface StartBody {
  readonly names: string[];
  readonly analyse: boolean;
}

/** Files whose recall has been asked for and not answered: several may be on their way. */
export function useAskedRecalls(thingsId: string): ReadonlySet<string> {
  const bodies = useMutationState({
    filters: { mutationKey: [...START_KEY, thingsId], status: "pending" },
    select: ({ state }) => state.variables as StartBody | undefined,
  });
  return new Set(bodies.flatMap((body) => body?.names ?? []));
}

export function useRecallActions(thingsId: string) {
  const client = useQueryClient();
  const params = { things_id: thingsId };
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  const onError = (error: unknown) => addNote({ tone: "urgent", text: troubleOf(error).text });
  const read = useMutation({ mutationFn: () => api(readCard, { params }), onSettled, onError });
  const start = useMutation({
    mutationKey: [...START_KEY, thingsId],
    // One after the other: the queue of the device is in the order of the clicks.
    scope: { id: `${START_KEY[0]}/${thingsId}` },
    mutationFn: (body: StartBody) => api(startRecalls, { params, body }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: ({ list }) => addNote({ tone: "done", text: translate("files.stored.begun", { count: list.length }) }),
    onSettled,
    onError,
  });
  const cancel = useMutation({
    mutationFn: (recallId: string) => api(cancelRecall, { params: { ...params, recall_id: recallId } }),
    onSettled,
    onError,
  });
  return { read, start, cancel };
}
