import { cancelImport, deleteImport, type ImportTask, listImports } from "@canopy/contract/transfers/imports";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { codeText, troubleOf } from "../platform/error-texts.ts";
import { formatNumber } from "../platform/formats.ts";
import type { Translate } from "../platform/i18n.ts";
import { isActive, type JobView } from "../ui/float/jobs.ts";
import { addNote } from "../ui/float/notes.ts";

const KEY = ["transfers", "imports"] as const;
const LOOK_AGAIN_MS = 2000;
const SHOWN = 25;

/** The user's newest imports; polled only while shown. */
export function useImports(enabled: boolean) {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api(listImports, { query: { page_size: SHOWN } }, { signal })).list,
    enabled,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function useImportActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  const onError = (error: unknown) => addNote({ tone: "urgent", text: troubleOf(error).text });
  const cancel = useMutation({
    mutationFn: (task_id: string) => api(cancelImport, { params: { task_id } }),
    onSettled,
    onError,
  });
  const remove = useMutation({
    mutationFn: (task_id: string) => api(deleteImport, { params: { task_id } }),
    onSettled,
    onError,
  });
  return { cancel, remove };
}

const STATES = {
  uploading: "running",
  checking: "running",
  checked: "waiting",
  importing: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
} as const satisfies Record<ImportTask["state"], JobView["state"]>;

/** An import as the drawer shows it. */
export function importView(
  task: ImportTask,
  t: Translate,
  onContinue: (thingsId: string, taskId: string) => void,
): JobView {
  const state = STATES[task.state];
  const error = task.message_code ? codeText(task.message_code) : undefined;
  return {
    id: task.task_id,
    title: t("transfers.import.task", { file: task.name }),
    state,
    stage: stageOf(task, t),
    ...(state === "running" && { done: task.progress, total: 1, amount: "share" }),
    canCancel: isActive({ state }),
    canRemove: true,
    ...(error && { error }),
    // It waits for a person, who may have closed the page: where the channels go and when it begins.
    ...(task.state === "checked" && {
      result: { label: t("transfers.import.continue"), onOpen: () => onContinue(task.things_id, task.task_id) },
    }),
  };
}

function stageOf({ state, stored }: ImportTask, t: Translate): string {
  if (state === "done") return t("transfers.import.done", { count: formatNumber(stored) });
  if (state === "failed") return t("transfers.import.failed");
  return t(`transfers.import.${state}`);
}
