import type { OutputRun } from "@canopy/contract/outputs/outputs";
import { formatBytes } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import type { Column } from "../ui/list/columns.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import { problemText, RUN_TONE } from "./output-words.ts";
import styles from "./outputs.module.css";

export function useRunColumns(onOpen: (run: OutputRun) => void): readonly Column<OutputRun>[] {
  const t = useText();
  return [
    {
      key: "due",
      title: t("outputs.runs.due"),
      always: true,
      card: "title",
      cell: (run) => (
        <Button kind="link" title={t("outputs.runs.open")} onClick={() => onOpen(run)}>
          <TimeText at={run.due_time} of={null} />
        </Button>
      ),
    },
    { key: "output", title: t("outputs.runs.output"), cell: ({ output_name }) => <bdi>{output_name}</bdi> },
    {
      key: "state",
      title: t("outputs.runs.state"),
      always: true,
      card: "aside",
      cell: ({ state }) => <Chip tone={RUN_TONE[state]}>{t(`outputs.state.${state}`)}</Chip>,
    },
    { key: "range", title: t("outputs.runs.range"), cell: (run) => rangeText(run) },
    {
      key: "files",
      title: t("outputs.runs.files"),
      cell: ({ files, bytes }) => t("outputs.runs.filesOf", { count: files, size: formatBytes(bytes) }),
    },
    { key: "result", title: t("outputs.runs.result"), cell: (run) => <RunResult run={run} /> },
  ];
}

/** Whole days of the zone that the output runs by. */
export function rangeText({ start_time, end_time, zone }: OutputRun): string {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
  const [from, to] = [day.format(start_time), day.format(end_time - 1)];
  return `${from === to ? from : `${from} – ${to}`} (${zone})`;
}

/** What went wrong, and when it is tried again. */
export function RunResult({ run }: { run: OutputRun }) {
  const t = useText();
  const problem = problemText(t, run);
  if (problem === undefined) return "–";
  return (
    <span className={run.state === "failed" ? styles.problem : undefined}>
      {problem}
      {run.next_time !== null && (
        <>
          {" · "}
          {t("outputs.runs.next")} <TimeText at={run.next_time} of={null} />
        </>
      )}
    </span>
  );
}
