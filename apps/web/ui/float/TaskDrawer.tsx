import { RotateCw, Trash2, X } from "lucide-react";
import { useState } from "react";
import { formatBytes, formatNumber, formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../Button.tsx";
import { Confirm } from "../form/Confirm.tsx";
import { Chip } from "../marks/Chip.tsx";
import { EmptyState } from "../marks/EmptyState.tsx";
import { IconButton } from "../marks/IconButton.tsx";
import { ProgressBar } from "../marks/ProgressBar.tsx";
import styles from "../page.module.css";
import { Dialog } from "./Dialog.tsx";
import { actsOf, isActive, JOB_WORD, type JobAct, type JobView, remainingMs, shareDone, withRates } from "./jobs.ts";

interface TaskListProps {
  jobs: readonly JobView[];
  onCancel(id: string): void;
  onRetry(id: string): void;
  onRemove?(id: string): void;
}

interface TaskDrawerProps extends TaskListProps {
  open: boolean;
  onClose(): void;
}

/** All long work in one place, found again from every page. */
export function TaskDrawer({ open, onClose, ...list }: TaskDrawerProps) {
  const t = useText();
  return (
    <Dialog drawer open={open} onClose={onClose} title={t("ui.tasks.title")}>
      {list.jobs.length === 0 ? (
        <EmptyState title={t("ui.tasks.empty")} text={t("ui.tasks.emptyHint")} />
      ) : (
        <TaskList {...list} />
      )}
    </Dialog>
  );
}

/** The same cards where a page shows its own tasks. */
export function TaskList({ jobs, onCancel, onRetry, onRemove }: TaskListProps) {
  const [looks] = useState(() => new Map());
  return (
    <ul className={styles.tasks}>
      {withRates(jobs, looks, Date.now()).map((job) => (
        <li key={job.id}>
          <TaskCard
            job={job}
            onAct={(act) => ({ cancel: onCancel, retry: onRetry, remove: onRemove })[act]?.(job.id)}
          />
        </li>
      ))}
    </ul>
  );
}

const TONE = { waiting: "neutral", running: "green", done: "green", failed: "urgent", cancelled: "neutral" } as const;

const ICON = { cancel: X, retry: RotateCw, remove: Trash2 } as const;

function TaskCard({ job, onAct }: { job: JobView; onAct(act: JobAct): void }) {
  const t = useText();
  const [asked, setAsked] = useState<JobAct>();
  return (
    <article className={styles.task}>
      <div className={styles.taskHead}>
        <h3 className={styles.taskTitle}>{job.title}</h3>
        <Chip tone={TONE[job.state]}>{t(JOB_WORD[job.state])}</Chip>
        {actsOf(job).map((act) => (
          <IconButton
            key={act}
            icon={ICON[act]}
            label={t(`ui.tasks.${act}`, { task: job.title })}
            onClick={() => (job.loss === undefined ? onAct(act) : setAsked(act))}
          />
        ))}
      </div>
      {isActive(job) && <ProgressBar label={t("ui.tasks.progress", { task: job.title })} share={shareDone(job)} />}
      <TaskFacts job={job} />
      {job.error && <p className={styles.taskError}>{job.error}</p>}
      {job.result && (
        <div>
          <Button onClick={job.result.onOpen}>{job.result.label}</Button>
        </div>
      )}
      {asked && (
        <Confirm
          open
          title={t(`ui.tasks.${asked}`, { task: job.title })}
          action={t(`ui.tasks.asked.${asked}`)}
          onConfirm={() => {
            setAsked(undefined);
            onAct(asked);
          }}
          onClose={() => setAsked(undefined)}
        >
          {job.loss}
        </Confirm>
      )}
    </article>
  );
}

function TaskFacts({ job }: { job: JobView }) {
  const t = useText();
  const { duration } = useTimeFormats();
  const write = job.amount === "bytes" ? formatBytes : formatNumber;
  const isShare = job.amount === "share";
  const share = shareDone(job);
  const left = remainingMs(job);
  const facts = [
    job.stage,
    share !== undefined && isActive(job) && formatQuantity(share * 100, "%", { digits: 0 }),
    job.done !== undefined &&
      !isShare &&
      (job.total === undefined ? write(job.done) : `${write(job.done)} / ${write(job.total)}`),
    job.perSecond !== undefined &&
      !isShare &&
      job.state === "running" &&
      t("ui.tasks.rate", { rate: write(job.perSecond) }),
    left !== undefined && t("ui.tasks.remaining", { time: duration(left) }),
  ].filter((fact) => typeof fact === "string");
  if (facts.length === 0) return null;
  return (
    <div className={styles.taskFacts}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </div>
  );
}
