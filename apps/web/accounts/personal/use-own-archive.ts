import { createOwnArchive, exportOwnData } from "@canopy/contract/accounts/personal";
import { addressOf, CallError } from "@canopy/contract/platform/http-call";
import { getJob } from "@canopy/contract/platform/system";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, currentToken } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { addNote } from "../../ui/float/notes.ts";

const LOOK_AGAIN_MS = 500;

const noteTrouble = (thrown: unknown) => addNote({ tone: "urgent", text: troubleOf(thrown).text });

/** ACC-26: a task makes the archive, which is saved when it is ready; the task drawer shows it meanwhile. */
export function useOwnArchive() {
  const [task, setTask] = useState<string>();
  const { data: state } = useQuery({
    queryKey: [getJob.name, task],
    queryFn: async ({ signal }) => (await api(getJob, { params: { job_id: task ?? "" } }, { signal })).data.state,
    enabled: task !== undefined,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const { mutate: save, isPending: isSaving } = useMutation({ mutationFn: saveArchive, onError: noteTrouble });
  const making = useMutation({
    mutationFn: async () => setTask((await api(createOwnArchive, {})).id),
    onError: noteTrouble,
  });
  const isOver = state !== undefined && state !== "queued" && state !== "running";
  useEffect(() => {
    if (!isOver) return;
    setTask(undefined);
    if (state === "done") save();
  }, [isOver, state, save]);
  return { make: () => making.mutate(), busy: making.isPending || isSaving || task !== undefined };
}

/** A link cannot carry the token. */
async function saveArchive(): Promise<void> {
  const answer = await fetch(addressOf("/api", exportOwnData, {}), {
    headers: { authorization: `Bearer ${currentToken()}` },
  });
  if (!answer.ok) {
    const code = `http.${answer.status}`;
    throw new CallError(answer.status, { code, message: code, errorMsg: code });
  }
  const url = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href: url, download: "canopy-own-data.zip" }).click();
  URL.revokeObjectURL(url);
}
