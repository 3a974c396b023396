import {
  discardInboxFile,
  getInbox,
  type InboxRule,
  listInboxFiles,
  retryInboxFile,
  setInboxRules,
  tryInboxRules,
} from "@canopy/contract/files/inbox";
import type { CallArguments } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { addNote } from "../../ui/float/notes.ts";

const KEY = ["files", "inbox"] as const;
const AGAIN_MS = 3000;

export const inboxQuery = queryOptions({
  queryKey: [...KEY, "one"],
  queryFn: async ({ signal }) => (await api(getInbox, {}, { signal })).data,
  refetchInterval: AGAIN_MS,
});

export function useInboxFiles(query: NonNullable<CallArguments<typeof listInboxFiles>["query"]>) {
  return useQuery({
    queryKey: [...KEY, "files", query],
    queryFn: ({ signal }) => api(listInboxFiles, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}

/** Asked again with every change of rules or names that can be tried. */
export function useTriedNames(rules: readonly InboxRule[], names: readonly string[], isReady: boolean) {
  return useQuery({
    queryKey: [...KEY, "try", rules, names],
    queryFn: async ({ signal }) =>
      (await api(tryInboxRules, { body: { rules: [...rules], names: [...names] } }, { signal })).list,
    placeholderData: keepPreviousData,
    enabled: isReady && names.length > 0,
  });
}

export function useSaveRules(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (rules: InboxRule[]) => (await api(setInboxRules, { body: { rules } })).data,
    onSuccess: (data) => {
      client.setQueryData(inboxQuery.queryKey, data);
      onSaved();
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useInboxActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  const onError = (error: unknown) => addNote({ tone: "urgent", text: troubleOf(error).text });
  const retry = useMutation({
    mutationFn: (id: string) => api(retryInboxFile, { params: { id } }),
    onSettled,
    onError,
  });
  const discard = useMutation({ mutationFn: (id: string) => api(discardInboxFile, { params: { id } }), onSettled });
  return { retry, discard };
}
