import type { OutputRun, OutputRunDetails, RunFile } from "@canopy/contract/outputs/outputs";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { formatBytes, formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { ReadDrawer } from "../ui/float/ReadDrawer.tsx";
import layout from "../ui/layout.module.css";
import { Chip } from "../ui/marks/Chip.tsx";
import { ErrorCode } from "../ui/marks/ErrorCode.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import { runQuery } from "./output-queries.ts";
import { RUN_TONE } from "./output-words.ts";
import styles from "./outputs.module.css";
import { RunResult, rangeText } from "./run-columns.tsx";
import { useRunActions } from "./use-output-actions.ts";

interface RunDrawerProps {
  id: string;
  /** Those of the list, to step through. */
  rows: readonly OutputRun[];
  tenantId: string;
  onShow(id: string): void;
  onClose(): void;
}

/** A run with its files. */
export function RunDrawer({ id, rows, tenantId, onShow, onClose }: RunDrawerProps) {
  const t = useText();
  const query = useQuery(runQuery(id));
  return (
    <ReadDrawer
      name={t("outputs.runs.title")}
      title={({ output_name }) => output_name}
      id={id}
      ids={rows.map(({ run_id }) => run_id)}
      query={query}
      onShow={onShow}
      onClose={onClose}
    >
      {(run) => (
        <>
          <RunFacts run={run} />
          <RunFiles run={run} tenantId={tenantId} />
        </>
      )}
    </ReadDrawer>
  );
}

function RunFacts({ run }: { run: OutputRunDetails }) {
  const t = useText();
  return (
    <dl className={layout.facts}>
      <dt>{t("outputs.runs.state")}</dt>
      <dd>
        <Chip tone={RUN_TONE[run.state]}>{t(`outputs.state.${run.state}`)}</Chip>
      </dd>
      <dt>{t("outputs.runs.result")}</dt>
      <dd>
        <RunResult run={run} /> {run.message_code !== null && <ErrorCode code={run.message_code} />}
      </dd>
      <dt>{t("outputs.runs.range")}</dt>
      <dd>{rangeText(run)}</dd>
      <dt>{t("outputs.runs.cause")}</dt>
      <dd>{t(`outputs.runs.cause.${run.cause}`)}</dd>
      <dt>{t("outputs.runs.attempts")}</dt>
      <dd>{formatNumber(run.attempts)}</dd>
      <dt>{t("outputs.runs.began")}</dt>
      <dd>
        <TimeText at={run.began_time} of={null} />
      </dd>
      <dt>{t("outputs.runs.ended")}</dt>
      <dd>
        <TimeText at={run.ended_time} of={null} />
      </dd>
    </dl>
  );
}

function RunFiles({ run, tenantId }: { run: OutputRunDetails; tenantId: string }) {
  const t = useText();
  const { download } = useRunActions(tenantId);
  if (run.list.length === 0) return <p className={styles.note}>{t("outputs.runs.noFiles")}</p>;
  return (
    <ul className={styles.files} aria-label={t("outputs.runs.files")}>
      {run.list.map((file) => (
        <li key={file.file_id}>
          <FileLine file={file} onDownload={() => download.mutate(file)} />
        </li>
      ))}
    </ul>
  );
}

function FileLine({ file, onDownload }: { file: RunFile; onDownload(): void }) {
  const t = useText();
  if (file.bytes === 0) return <span>{t("outputs.runs.noFrames", { device: file.device_name })}</span>;
  const facts = [
    ...(file.device_name === "" ? [] : [file.device_name]),
    ...(file.frames > 0 ? [t("outputs.runs.frames", { count: formatNumber(file.frames) })] : []),
    formatBytes(file.bytes),
    ...(file.object === null ? [] : [t("outputs.runs.inBucket", { object: file.object })]),
  ];
  return (
    <>
      <span>
        <bdi className="mono">{file.name}</bdi>
        <span className={styles.note}>{facts.join(" · ")}</span>
      </span>
      {file.is_kept && (
        <IconButton icon={Download} label={t("outputs.runs.download", { name: file.name })} onClick={onDownload} />
      )}
    </>
  );
}
