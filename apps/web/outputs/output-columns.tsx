import { enableOutput, type Output, type OutputRun } from "@canopy/contract/outputs/outputs";
import { callDenied } from "../accounts/permissions.ts";
import { useText } from "../platform/i18n.ts";
import { scopeText } from "../push/push-words.ts";
import { Button } from "../ui/Button.tsx";
import { Switch } from "../ui/form/Switch.tsx";
import type { Column } from "../ui/list/columns.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { RelativeTime, TimeText } from "../ui/time/TimeText.tsx";
import { RUN_TONE, targetText, whatText, whenText } from "./output-words.ts";
import styles from "./outputs.module.css";

interface OutputColumnsProps {
  onEnable(output: Output, on: boolean): void;
  onRun(runId: string): void;
}

export function useOutputColumns({ onEnable, onRun }: OutputColumnsProps): readonly Column<Output>[] {
  const t = useText();
  const denied = callDenied(enableOutput);
  return [
    {
      key: "enabled",
      title: t("outputs.column.enabled"),
      always: true,
      card: "aside",
      cell: (output) => (
        <Switch
          checked={output.enabled}
          disabled={denied !== undefined}
          title={denied}
          aria-label={t("outputs.column.enable", { name: output.name })}
          onChange={(on) => onEnable(output, on)}
        />
      ),
    },
    {
      key: "name",
      title: t("outputs.column.name"),
      always: true,
      card: "title",
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    { key: "what", title: t("outputs.column.what"), cell: (output) => whatText(t, output) },
    { key: "devices", title: t("outputs.column.devices"), cell: (output) => scopeText(t, output) },
    { key: "when", title: t("outputs.column.when"), cell: ({ clock }) => whenText(t, clock) },
    { key: "to", title: t("outputs.column.to"), cell: (output) => targetText(t, output) },
    {
      key: "last",
      title: t("outputs.column.last"),
      always: true,
      cell: ({ last_run }) =>
        last_run ? <LastRun run={last_run} onOpen={() => onRun(last_run.run_id)} /> : t("outputs.list.neverRan"),
    },
    {
      key: "next",
      title: t("outputs.column.next"),
      always: true,
      cell: ({ next_time, stopped }) => {
        if (stopped) return <span className={styles.problem}>{t("outputs.stopped.owner")}</span>;
        return next_time === null ? t("outputs.list.paused") : <TimeText at={next_time} of={null} precision="minute" />;
      },
    },
    { key: "author", title: t("outputs.column.author"), extra: true, cell: ({ author }) => <bdi>{author}</bdi> },
  ];
}

function LastRun({ run, onOpen }: { run: OutputRun; onOpen(): void }) {
  const t = useText();
  return (
    <span className={styles.states}>
      <Chip tone={RUN_TONE[run.state]}>{t(`outputs.state.${run.state}`)}</Chip>
      <Button kind="link" title={t("outputs.runs.open")} onClick={onOpen}>
        <RelativeTime at={run.ended_time ?? run.began_time ?? run.due_time} of={null} />
      </Button>
    </span>
  );
}
