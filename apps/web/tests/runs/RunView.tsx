import { junitOfRun, type TestRun, type TestRunRow } from "@canopy/contract/tests/runs";
import type { TestCheck } from "@canopy/contract/tests/scripts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ChevronDown, FileCode, GitCompare, Printer, RotateCcw } from "lucide-react";
import { useState } from "react";
import { saveText } from "../../devices/config/save-text.ts";
import { isGone } from "../../devices/device-query.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { checkHistoryQuery, runQuery, runsQuery } from "../test-queries.ts";
import styles from "../tests.module.css";
import { CheckTable } from "./CheckTable.tsx";
import { Evidence, type RunWays } from "./Evidence.tsx";
import { RunFacts } from "./RunFacts.tsx";
import { RunStages } from "./RunStages.tsx";
import { failureText } from "./run-words.ts";
import { VerdictChip } from "./VerdictChip.tsx";
import "../texts.ts";

interface RunViewProps {
  thingsId: string;
  runId: string;
  ways: RunWays;
  onBack(): void;
  onAgain(run: TestRun): void;
  onCompare(other: TestRunRow): void;
  /** Another run of the same device. */
  onRun(runId: string): void;
}

/** TST-01: one run, live while it goes on; printed it is the report. */
export function RunView({ thingsId, runId, onBack, ...ways }: RunViewProps) {
  const t = useText();
  const query = useQuery(runQuery(thingsId, runId));
  if (query.data) return <Shown run={query.data} onBack={onBack} {...ways} />;
  if (query.error)
    return (
      <>
        <PageHeader title={t("tests.run.label")} onBack={onBack} />
        {isGone(query.error) ? (
          <EmptyState title={t("tests.run.gone")} actions={<Button onClick={onBack}>{t("tests.run.toList")}</Button>} />
        ) : (
          <FailedState
            title={t("tests.run.failed")}
            trouble={troubleOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
      </>
    );
  return <Skeleton rows={8} columns={2} />;
}

type ShownProps = Omit<RunViewProps, "thingsId" | "runId"> & { run: TestRun };

function Shown({ run, ways, onBack, onAgain, onCompare, onRun }: ShownProps) {
  const t = useText();
  const [chosen, setChosen] = useState<TestCheck>();
  const check = chosen ?? run.checks.find(({ outcome }) => outcome === "failed") ?? run.checks[0];
  return (
    <>
      <PageHeader
        title={
          <>
            <bdi>{run.routine_name}</bdi> · {t("tests.run.number", { number: run.number })}
          </>
        }
        onBack={onBack}
        chips={<VerdictChip run={run} />}
        facts={run.is_dry ? t("tests.run.dry") : undefined}
        actions={<RunActions run={run} onAgain={onAgain} onCompare={onCompare} />}
      />
      <div className={styles.view}>
        <RunStages run={run} />
        <div className={styles.column}>
          <Verdict run={run} onShow={setChosen} onRun={onRun} />
          <RunFacts run={run} />
        </div>
        <div className={styles.column}>
          <Evidence run={run} check={check} ways={ways} />
          {run.output !== "" && (
            <Card title={t("tests.run.output")}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
              <pre className={styles.output} tabIndex={0}>
                {run.output}
              </pre>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

type VerdictProps = Pick<ShownProps, "run" | "onRun"> & { onShow(check: TestCheck): void };

function Verdict({ run, onShow, onRun }: VerdictProps) {
  const t = useText();
  const isJudged = run.verdict !== null && run.checks.length > 0;
  const list = useQuery({ ...checkHistoryQuery(run.things_id, run.run_id), enabled: isJudged }).data;
  const hasEarlier = list?.some(({ runs }) => runs.length > 1) === true;
  const passed = run.checks.filter(({ outcome }) => outcome === "passed").length;
  const count = t("tests.run.checksPassed", { passed, all: run.checks.length });
  return (
    <Card title={t("tests.field.verdict")} aside={run.checks.length > 0 && count}>
      <div className={styles.column} aria-live="polite">
        {run.failure && (
          <Banner
            level={run.verdict === "inconclusive" ? "ordinary" : "urgent"}
            title={t(`tests.stage.${run.failure.stage}`)}
          >
            {failureText(t, run.failure)}
          </Banner>
        )}
        {run.verdict === null && <p className={styles.hint}>{t("tests.run.underWay")}</p>}
        {run.verdict !== null && run.checks.length === 0 && !run.failure && <p>{t("tests.run.noChecks")}</p>}
        {run.checks.length > 0 && (
          <CheckTable
            checks={run.checks}
            thingsId={run.things_id}
            onShow={onShow}
            earlier={hasEarlier ? { list, runId: run.run_id, onRun } : undefined}
          />
        )}
      </div>
    </Card>
  );
}

function RunActions({ run, onAgain, onCompare }: Pick<RunViewProps, "onAgain" | "onCompare"> & { run: TestRun }) {
  const t = useText();
  const { routine_id, things_id } = run;
  const asked = { current_page: 1, page_size: 25, things_id, ...(routine_id !== null && { routine_id }) };
  const others = useQuery({ ...runsQuery(asked), enabled: routine_id !== null }).data?.list ?? [];
  const before = others.find(({ number, verdict }) => number < run.number && verdict !== null);
  const save = useMutation({
    mutationFn: () => api(junitOfRun, { params: { things_id, run_id: run.run_id } }),
    onSuccess: ({ xml, file_name }) => saveText(xml, file_name, "application/xml"),
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
  });
  if (run.verdict === null) return null;
  return (
    <div className={styles.buttons}>
      {before && (
        <Button icon={GitCompare} onClick={() => onCompare(before)}>
          {t("tests.run.compare", { number: before.number })}
        </Button>
      )}
      <Menu
        label={t("tests.run.report")}
        trigger={(props) => (
          <Button {...props}>
            {t("tests.run.report")}
            <Icon of={ChevronDown} size={14} />
          </Button>
        )}
        items={[
          { key: "print", icon: Printer, label: t("tests.run.print"), onSelect: () => window.print() },
          { key: "junit", icon: FileCode, label: t("tests.run.junit"), onSelect: () => save.mutate() },
        ]}
      />
      {routine_id !== null && (
        <Button kind="main" icon={RotateCcw} onClick={() => onAgain(run)}>
          {t("tests.run.again")}
        </Button>
      )}
    </div>
  );
}
