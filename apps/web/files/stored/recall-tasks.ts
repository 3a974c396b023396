import { recallText } from "@canopy/contract/devices/recall-codes";
import {
  cancelRecall,
  listOwnRecalls,
  type OwnRecall,
  RECALL_CAUSES,
  startRecalls,
} from "@canopy/contract/files/recalls";
import type { Language } from "@canopy/contract/platform/language";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import type { Translate } from "../../platform/i18n.ts";
import { isActive, type JobView } from "../../ui/float/jobs.ts";
import { addNote } from "../../ui/float/notes.ts";
import "./texts.ts";

const KEY = ["ownRecalls"] as const;
const LOOK_AGAIN_MS = 2000;
const SHOWN = 25;

/** The user's newest recalls; polled only while shown. */
export function useOwnRecalls(enabled: boolean) {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api(listOwnRecalls, { query: { page_size: SHOWN } }, { signal })).list,
    enabled,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function useOwnRecallActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  const onError = (error: unknown) => addNote({ tone: "urgent", text: troubleOf(error).text });
  const cancel = useMutation({
    mutationFn: ({ things_id, recall_id }: OwnRecall) => api(cancelRecall, { params: { things_id, recall_id } }),
    onSettled,
    onError,
  });
  const retry = useMutation({
    mutationFn: ({ things_id, name, analyse }: OwnRecall) =>
      api(
        startRecalls,
        { params: { things_id }, body: { names: [name], analyse } },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSettled,
    onError,
  });
  return { cancel, retry };
}

const STATES = {
  waiting: "waiting",
  commanding: "running",
  getting: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
} as const satisfies Record<OwnRecall["state"], JobView["state"]>;

/** FIL-02: a recall as the drawer of tasks shows it. */
export function recallView(recall: OwnRecall, t: Translate, language: Language): JobView {
  const { recall_id: id, name, device_name: device, state, received, size, rate } = recall;
  const stage = stageOf(recall, t);
  const error = state === "failed" ? failureOf(recall, t, language) : undefined;
  return {
    id,
    title: t("files.stored.task", { device, name }),
    state: STATES[state],
    ...(stage && { stage }),
    ...(state !== "waiting" && { done: received, total: size, amount: "bytes" }),
    ...(rate !== null && { perSecond: rate }),
    canCancel: isActive({ state: STATES[state] }),
    canRetry: state === "failed" || state === "cancelled",
    ...(error && { error }),
  };
}

function stageOf({ state, position }: OwnRecall, t: Translate): string | undefined {
  if (state === "waiting") return t("files.stored.waiting", { position });
  if (state === "commanding") return t("files.stored.commanding");
  return state === "getting" ? t("files.stored.getting") : undefined;
}

function failureOf({ code, cause }: OwnRecall, t: Translate, language: Language): string {
  const why = RECALL_CAUSES.find((one) => one === cause);
  return [recallText(code, language), code, why && t(`files.recallCause.${why}`)].filter((part) => part).join(" · ");
}
