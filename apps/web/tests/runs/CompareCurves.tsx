import { formatSignal, type SignalReference } from "@canopy/contract/signals/signal-reference";
import type { TestRun } from "@canopy/contract/tests/runs";
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Chart } from "../../ui/chart/Chart.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { useNamedSignals } from "../routines/RoutineSignals.tsx";
import styles from "../tests.module.css";
import { aligned, runCurveQuery } from "./run-curves.ts";
import "../texts.ts";

const CURVE_PX = 180;
/** Read at once; the others when somebody asks for them. */
const FIRST_SIGNALS = 4;
/** Of the first and the second run; neither looks like a limit. */
const TOKENS = ["--signal-1", "--signal-6"] as const;

interface CompareCurvesProps {
  first: TestRun;
  second: TestRun;
}

/** TST-01: the signals of two runs over each other; both axes begin at the first command. */
export function CompareCurves({ first, second }: CompareCurvesProps) {
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  const signals = useNamedSignals(signalsOf(first, second));
  if (signals.length === 0 || (first.from_time === null && second.from_time === null)) return null;
  const shown = isWhole ? signals : signals.slice(0, FIRST_SIGNALS);
  return (
    <Card title={t("tests.compare.curves")} aside={<Legend runs={[first, second]} />}>
      <div className={styles.curves}>
        {shown.map(({ reference, name }) => (
          <SignalCurves key={formatSignal(reference)} first={first} second={second} reference={reference} name={name} />
        ))}
      </div>
      {shown.length < signals.length && (
        <Button onClick={() => setWhole(true)}>{t("tests.compare.all", { count: signals.length })}</Button>
      )}
    </Card>
  );
}

/** A routine may have changed between its runs. */
function signalsOf(first: TestRun, second: TestRun): SignalReference[] {
  const all = [...second.routine.signals, ...first.routine.signals];
  return [...new Map(all.map((reference) => [formatSignal(reference), reference])).values()];
}

function Legend({ runs }: { runs: readonly TestRun[] }) {
  const t = useText();
  return (
    <ul className={styles.legend}>
      {runs.map(({ run_id, number }, i) => (
        <li key={run_id}>
          <span className={styles.swatch} style={{ background: `var(${TOKENS[i]})` }} />
          {t("tests.compare.first", { number })}
        </li>
      ))}
    </ul>
  );
}

interface SignalCurvesProps extends CompareCurvesProps {
  reference: SignalReference;
  name: string;
}

function SignalCurves({ first, second, reference, name }: SignalCurvesProps) {
  const t = useText();
  const [one, other] = useQueries({ queries: [runCurveQuery(first, reference), runCurveQuery(second, reference)] });
  const limit = second.routine.limits.find(({ signal }) => signal === name);
  const drawn = useMemo(() => {
    if (!one.data || !other.data) return undefined;
    const { x, values } = aligned([
      { ...one.data, startMs: first.from_time ?? 0 },
      { ...other.data, startMs: second.from_time ?? 0 },
    ]);
    const across = (at: number) => ({ label: String(at), values: x.map(() => at), token: "--urgent", width: 1 });
    const own = [first, second].map(({ number }, i) => ({
      label: String(number),
      values: values[i] ?? [],
      token: TOKENS[i] ?? TOKENS[0],
    }));
    return { x, series: [...own, ...(limit ? [across(limit.low), across(limit.high)] : [])] };
  }, [one.data, other.data, first, second, limit]);
  const error = one.error ?? other.error;
  if (error)
    return (
      <FailedState
        title={t("tests.run.evidenceFailed")}
        trouble={troubleOf(error)}
        onRetry={() => void Promise.all([one.refetch(), other.refetch()])}
      />
    );
  if (!drawn) return <Skeleton rows={4} columns={1} />;
  return (
    <figure className={styles.figure}>
      <figcaption>{name}</figcaption>
      {drawn.x.length === 0 ? (
        <p className={styles.hint}>{t("tests.compare.noCurve")}</p>
      ) : (
        <Chart
          label={t("tests.compare.curveOf", { name, first: first.number, second: second.number })}
          height={CURVE_PX}
          kind="line"
          x={drawn.x}
          series={drawn.series}
          range={{ from: 0, to: Math.max(secondsOf(first), secondsOf(second)) }}
          xName={t("tests.compare.axis")}
          writeX={(at) => formatNumber(at)}
          writeY={(value) => formatNumber(value)}
        />
      )}
    </figure>
  );
}

const secondsOf = ({ from_time, to_time }: TestRun) => ((to_time ?? 0) - (from_time ?? 0)) / 1000;
