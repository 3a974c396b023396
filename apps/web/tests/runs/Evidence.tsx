import { formatSignal, type SignalReference } from "@canopy/contract/signals/signal-reference";
import type { TestRun } from "@canopy/contract/tests/runs";
import type { TestCheck } from "@canopy/contract/tests/scripts";
import { useQuery } from "@tanstack/react-query";
import { ChartSpline, Table } from "lucide-react";
import { useMemo } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Chart } from "../../ui/chart/Chart.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import type { NamedSignal } from "../routines/named-signal.ts";
import { useNamedSignals } from "../routines/RoutineSignals.tsx";
import styles from "../tests.module.css";
import { runCurveQuery } from "./run-curves.ts";
import "../texts.ts";

const CURVE_PX = 160;
const MOST_CURVES = 2;

/** From the report to the data: the window of the run, with the moment of a check. */
export interface RunWays {
  onCurve(place: RunPlace): void;
  onFrames(place: RunPlace): void;
}

export interface RunPlace {
  readonly thingsId: string;
  readonly span: TimeSpan;
  readonly atMs: number;
  readonly signals: readonly NamedSignal[];
}

/** Each failed line is a moment on the bus. */
export function Evidence({ run, check, ways }: { run: TestRun; check: TestCheck | undefined; ways: RunWays }) {
  const t = useText();
  const signals = useNamedSignals(run.routine.signals);
  const { from_time, to_time, things_id } = run;
  if (from_time === null || to_time === null || signals.length === 0) return null;
  const judged = signals.filter(({ name }) => check?.subject.includes(name));
  const shown = (judged.length > 0 ? judged : signals).slice(0, MOST_CURVES);
  const span = { fromMs: from_time, toMs: to_time };
  const place = { thingsId: things_id, span, atMs: check?.at_time ?? from_time, signals: shown };
  return (
    <Card
      title={t("tests.run.evidence")}
      aside={
        <div className={styles.buttons}>
          <Button kind="link" icon={ChartSpline} onClick={() => ways.onCurve(place)}>
            {t("tests.run.curve")}
          </Button>
          <Button kind="link" icon={Table} onClick={() => ways.onFrames(place)}>
            {t("tests.run.frames")}
          </Button>
        </div>
      }
    >
      {shown.map(({ reference, name }) => (
        <SignalCurve
          key={formatSignal(reference)}
          run={run}
          reference={reference}
          name={name}
          atMs={check?.at_time ?? null}
        />
      ))}
    </Card>
  );
}

interface SignalCurveProps {
  run: TestRun;
  reference: SignalReference;
  name: string;
  atMs: number | null;
}

function SignalCurve({ run, reference, name, atMs }: SignalCurveProps) {
  const t = useText();
  const formats = useTimeFormats();
  const [fromMs, toMs] = [run.from_time ?? 0, run.to_time ?? 1];
  const query = useQuery(runCurveQuery(run, reference));
  const limit = run.routine.limits.find((one) => one.signal === name);
  const drawn = useMemo(() => {
    if (!query.data || query.data.x.length === 0) return undefined;
    const x = [fromMs, ...query.data.x, toMs];
    const across = (at: number) => ({ label: String(at), values: x.map(() => at), token: "--urgent", width: 1 });
    const lines = limit ? [across(limit.low), across(limit.high)] : [];
    return { x, series: [{ label: name, values: [null, ...query.data.values, null] }, ...lines] };
  }, [query.data, fromMs, toMs, limit, name]);
  if (query.error)
    return (
      <FailedState
        title={t("tests.run.evidenceFailed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <Skeleton rows={4} columns={1} />;
  if (!drawn) return <p className={styles.hint}>{t("tests.run.noEvidence")}</p>;
  return (
    <figure className={styles.figure}>
      <figcaption>{name}</figcaption>
      <Chart
        label={t("tests.run.curveOf", { name })}
        height={CURVE_PX}
        kind="line"
        x={drawn.x}
        series={drawn.series}
        range={{ from: fromMs, to: toMs }}
        isTime
        cursor={atMs}
        writeX={(at) => formats.time(at, "second").slice(11)}
        writeY={(value) => formatNumber(value)}
      />
    </figure>
  );
}
