import { assignAlarmEvents, changeAlarmEvents, type EventState, noteAlarmEvent } from "@canopy/contract/alarms/events";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { addNote } from "../../ui/float/notes.ts";
import { EVENTS_KEY } from "../alarm-keys.ts";

/** Changes of one or several events; a failure is told in a note, and the lists are read again. */
export function useEventChanges() {
  const client = useQueryClient();
  const common = {
    onError: (problem: Error) => void addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: () => client.invalidateQueries({ queryKey: EVENTS_KEY }),
  };
  const state = useMutation({
    mutationFn: ({ ids, to }: { ids: readonly string[]; to: EventState }) =>
      api(changeAlarmEvents, { body: { event_ids: [...ids], state: to } }),
    ...common,
  });
  const assignee = useMutation({
    mutationFn: ({ ids, name }: { ids: readonly string[]; name: string }) =>
      api(assignAlarmEvents, { body: { event_ids: [...ids], user_name: name } }),
    ...common,
  });
  const note = useMutation({
    mutationFn: ({ id, content }: { id: string; content: string }) =>
      api(noteAlarmEvent, { params: { event_id: id }, body: { content } }),
    ...common,
  });
  return {
    isBusy: state.isPending || assignee.isPending,
    setState: (ids: readonly string[], to: EventState, onDone?: () => void) =>
      state.mutate({ ids, to }, onDone && { onSuccess: onDone }),
    assign: (ids: readonly string[], name: string) => assignee.mutate({ ids, name }),
    addNote: (id: string, content: string) => note.mutateAsync({ id, content }),
  };
}
