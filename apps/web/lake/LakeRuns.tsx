import { type LakeSchedule, runLake } from "@canopy/contract/lake/schedule";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { callDenied } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { codeText, troubleOf } from "../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { addNote } from "../ui/float/notes.ts";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import { Chip } from "../ui/marks/Chip.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import styles from "./lake.module.css";
import { lakeQuery } from "./lake-query.ts";

export function LakeRuns({ schedule }: { schedule: LakeSchedule }) {
  const t = useText();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => api(runLake, {}),
    onSuccess: () => addNote({ tone: "done", text: t("lake.page.started") }),
    onSettled: () => client.invalidateQueries(lakeQuery),
  });
  const { next_time, is_running } = schedule;
  return (
    <Card title={t("lake.page.state")}>
      <FormAlert text={run.error ? troubleOf(run.error).text : undefined} />
      <dl className={styles.facts}>
        <div>
          <dt>{t("lake.page.next")}</dt>
          <dd>{next_time === null ? t("lake.page.off") : <TimeText at={next_time} withZone />}</dd>
        </div>
        <LastRun run={schedule.last_run} />
      </dl>
      <Button icon={Play} busy={run.isPending || is_running} denied={callDenied(runLake)} onClick={() => run.mutate()}>
        {t(is_running ? "lake.page.running" : "lake.page.run")}
      </Button>
    </Card>
  );
}

function LastRun({ run }: { run: LakeSchedule["last_run"] }) {
  const t = useText();
  if (run === null)
    return (
      <div>
        <dt>{t("lake.page.last")}</dt>
        <dd>{t("lake.page.never")}</dd>
      </div>
    );
  const { end_time, files_written, bytes_written, files_removed, message_code } = run;
  return (
    <>
      <div>
        <dt>{t("lake.page.last")}</dt>
        <dd>
          <TimeText at={end_time} withZone />
        </dd>
      </div>
      <div>
        <dt>{t("lake.page.result")}</dt>
        <dd>
          {message_code === null ? (
            <Chip tone="green">{t("lake.page.ok")}</Chip>
          ) : (
            <span className={styles.problem}>{codeText(message_code) ?? message_code}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t("lake.page.written")}</dt>
        <dd>{t("lake.page.writtenText", { files: formatNumber(files_written), size: formatBytes(bytes_written) })}</dd>
      </div>
      <div>
        <dt>{t("lake.page.removed")}</dt>
        <dd>{formatNumber(files_removed)}</dd>
      </div>
    </>
  );
}
