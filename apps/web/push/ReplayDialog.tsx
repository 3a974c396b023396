import { cancelPushReplay, MAX_REPLAY_DAYS, type PushReplay, startPushReplay } from "@canopy/contract/push/deliveries";
import type { PushRule } from "@canopy/contract/push/rules";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History, X } from "lucide-react";
import { useState } from "react";
import { api } from "../platform/api.ts";
import { codeText, troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import layout from "../ui/layout.module.css";
import { Chip } from "../ui/marks/Chip.tsx";
import { ProgressBar } from "../ui/marks/ProgressBar.tsx";
import { TimeRangeInput } from "../ui/time/TimeRangeInput.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import type { TimeRange } from "../ui/time/time-range.ts";
import styles from "./push.module.css";
import { isRunning, PUSH_KEY, replaysQuery } from "./push-queries.ts";

const HOUR_MS = 3_600_000;
const TONE = { queued: "tip", running: "tip", done: "green", failed: "urgent", cancelled: "neutral" } as const;

/** What the queue left out is the range to begin with; else the last hour. */
function firstRange({ lost_from_time, lost_to_time }: PushRule) {
  const toMs = Math.floor(Date.now() / 1000) * 1000;
  if (lost_from_time === null || lost_to_time === null) return { fromMs: toMs - HOUR_MS, toMs };
  const fromMs = Math.floor(lost_from_time / 1000) * 1000;
  return { fromMs, toMs: Math.min(lost_to_time + 1000, fromMs + MAX_REPLAY_DAYS * 24 * HOUR_MS) };
}

/** A range of history once more, as a task with its progress. */
export function ReplayDialog({ rule, onClose }: { rule: PushRule; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const { rule_id } = rule;
  const [range, setRange] = useState<TimeRange>(() => firstRange(rule));
  const { data: runs } = useQuery(replaysQuery(rule_id));
  const onSuccess = ({ list }: { list: PushReplay[] }) => client.setQueryData(replaysQuery(rule_id).queryKey, list);
  const onSettled = () => client.invalidateQueries({ queryKey: PUSH_KEY });
  const start = useMutation({
    mutationFn: () =>
      api(startPushReplay, { params: { rule_id }, body: { from_time: range.fromMs ?? 0, to_time: range.toMs ?? 0 } }),
    onSuccess,
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: () => api(cancelPushReplay, { params: { rule_id } }),
    onSuccess,
    onSettled,
  });
  const problem = start.error ?? cancel.error;
  const running = runs?.some(isRunning) ?? false;
  return (
    <Dialog
      open
      title={t("push.replay.title", { name: rule.name })}
      width={640}
      onClose={onClose}
      footer={
        running ? (
          <Button icon={X} busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t("push.replay.cancel")}
          </Button>
        ) : (
          <Button kind="main" icon={History} busy={start.isPending} onClick={() => start.mutate()}>
            {t("push.replay.start")}
          </Button>
        )
      }
    >
      <div className={layout.stack}>
        <FormAlert text={problem ? troubleOf(problem).text : undefined} />
        <p className={layout.note}>{t("push.replay.text")}</p>
        <div className={layout.labelled}>
          <span>{t("push.replay.range")}</span>
          <TimeRangeInput range={range} onChange={setRange} />
        </div>
        <Runs runs={runs ?? []} />
      </div>
    </Dialog>
  );
}

function Runs({ runs }: { runs: readonly PushReplay[] }) {
  const t = useText();
  return (
    <section aria-label={t("push.replay.runs")}>
      {runs.length === 0 && <p className={layout.note}>{t("push.replay.none")}</p>}
      <ul className={styles.runs}>
        {runs.map((run) => (
          <li key={run.created_time}>
            <Chip tone={TONE[run.state]}>{t(`push.replay.state.${run.state}`)}</Chip> <TimeText at={run.from_time} /> –{" "}
            <TimeText at={run.to_time} /> · {t("push.replay.queued", { count: run.queued })}
            {run.message_code && <span className={styles.problem}> {codeText(run.message_code)}</span>}
            {isRunning(run) && <ProgressBar label={t("push.replay.progress")} share={run.progress} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
