import type { CheckDifference, TestRun } from "@canopy/contract/tests/runs";
import { useQuery } from "@tanstack/react-query";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { comparisonQuery } from "../test-queries.ts";
import styles from "../tests.module.css";
import { kindText, Outcome } from "./CheckTable.tsx";
import { CompareCurves } from "./CompareCurves.tsx";
import { failureText } from "./run-words.ts";
import { VerdictChip } from "./VerdictChip.tsx";
import "../texts.ts";

interface CompareViewProps {
  thingsId: string;
  /** The newer one. */
  runId: string;
  other: string;
  onBack(): void;
}

/** TST-01: two runs beside each other, their signals over each other, with the difference of each check. */
export function CompareView({ thingsId, runId, other, onBack }: CompareViewProps) {
  const t = useText();
  const query = useQuery(comparisonQuery(thingsId, other, runId));
  const { data } = query;
  return (
    <>
      <PageHeader
        title={
          data ? (
            <>
              <bdi>{data.second.routine_name}</bdi> ·{" "}
              {t("tests.compare.runs", { first: data.first.number, second: data.second.number })}
            </>
          ) : (
            t("tests.compare.title")
          )
        }
        onBack={onBack}
      />
      <div className={styles.view}>
        {query.error && (
          <FailedState
            title={t("tests.compare.failed")}
            trouble={troubleOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
        {!data && !query.error && <Skeleton rows={6} columns={2} />}
        {data && <Head run={data.first} />}
        {data && <Head run={data.second} />}
      </div>
      {data && (
        <div className={styles.below}>
          <CompareCurves first={data.first} second={data.second} />
          <Card title={t("tests.compare.title")}>
            {data.list.length === 0 ? (
              <p>{t("tests.compare.nothing")}</p>
            ) : (
              <Differences list={data.list} first={data.first.number} second={data.second.number} />
            )}
          </Card>
        </div>
      )}
    </>
  );
}

function Head({ run }: { run: TestRun }) {
  const t = useText();
  return (
    <Card title={t("tests.compare.first", { number: run.number })} aside={<VerdictChip run={run} />}>
      {run.failure
        ? failureText(t, run.failure)
        : t("tests.run.checksPassed", {
            passed: run.checks.filter(({ outcome }) => outcome === "passed").length,
            all: run.checks.length,
          })}
    </Card>
  );
}

function Differences({ list, first, second }: { list: readonly CheckDifference[]; first: number; second: number }) {
  const t = useText();
  return (
    <div className={styles.scroll}>
      <table className={styles.checks}>
        <thead>
          <tr>
            <th>{t("tests.check.kind")}</th>
            <th>{t("tests.check.subject")}</th>
            <th>{t("tests.check.requirement")}</th>
            <th>{t("tests.compare.first", { number: first })}</th>
            <th>{t("tests.compare.first", { number: second })}</th>
            <th className={styles.number}>{t("tests.compare.delta")}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((difference, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a check is its place in the report
            <tr key={at}>
              <td>{kindText(t, difference.kind)}</td>
              <td>{difference.subject}</td>
              <td>{difference.requirement || UNKNOWN}</td>
              <td data-run={t("tests.compare.first", { number: first })}>
                <Side check={difference.first} />
              </td>
              <td data-run={t("tests.compare.first", { number: second })}>
                <Side check={difference.second} />
              </td>
              <td className={styles.number}>{difference.delta === null ? UNKNOWN : signed(difference.delta)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Side({ check }: { check: CheckDifference["first"] }) {
  if (check === null) return UNKNOWN;
  return (
    <>
      <Outcome outcome={check.outcome} /> {check.measured === null ? "" : formatNumber(check.measured)}
    </>
  );
}

const signed = (delta: number) => `${delta > 0 ? "+" : ""}${formatNumber(delta)}`;
