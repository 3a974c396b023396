import { fileDownloadUrl } from "@canopy/contract/files/things-files";
import {
  deleteOutput,
  enableOutput,
  type Output,
  type RunFile,
  retryOutputRun,
  runOutput,
} from "@canopy/contract/outputs/outputs";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { OUTPUTS_KEY } from "./output-queries.ts";

const onError = (error: unknown) => addNote({ tone: "ordinary", text: troubleOf(error).text });

/** What is done to an output without a form. */
export function useOutputActions() {
  const t = useText();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: OUTPUTS_KEY });
  const enable = useMutation({
    mutationFn: ({ output, enabled }: { output: Output; enabled: boolean }) =>
      api(enableOutput, { params: { output_id: output.output_id }, body: { enabled } }),
    onError,
    onSettled,
  });
  const run = useMutation({
    mutationFn: ({ output_id }: Output) => api(runOutput, { params: { output_id } }),
    onSuccess: () => addNote({ tone: "done", text: t("outputs.list.started") }),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ output_id }: Output) => api(deleteOutput, { params: { output_id } }),
    onSuccess: () => addNote({ tone: "done", text: t("outputs.list.deleted") }),
    onSettled,
  });
  return { enable, run, remove };
}

/** What is done to a run and its files. */
export function useRunActions(tenantId: string) {
  const t = useText();
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: (run_id: string) => api(retryOutputRun, { params: { run_id } }),
    onSuccess: () => addNote({ tone: "done", text: t("outputs.runs.retried") }),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: OUTPUTS_KEY }),
  });
  const download = useMutation({
    mutationFn: async ({ file_id }: RunFile) => {
      const link = document.createElement("a");
      link.href = (await api(fileDownloadUrl, { params: { tenantId, id: file_id } })).data;
      link.download = "";
      link.click();
    },
    onError,
  });
  return { retry, download };
}
