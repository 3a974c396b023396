import type { BackTest } from "@canopy/contract/alarms/back-test";
import type { Condition } from "@canopy/contract/alarms/conditions";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import type { SignalInfo } from "../../signals/choose/signal-info.ts";
import { Chart } from "../../ui/chart/Chart.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { DAY_MS, lengthOf, type TimeSpan } from "../../ui/time/timeline.ts";
import { useConditionSignal } from "../use-condition-signal.ts";
import type { Watched } from "../watched-curve.ts";
import styles from "./back-test.module.css";
import { watchedQuery } from "./back-test-query.ts";
import { LimitSlider, lineTop } from "./LimitSlider.tsx";
import { handleShifts, isLimited, linesOf, rangeAround, type ValueRange, withLine } from "./limit-lines.ts";
import { ActiveBands, FiringFlags } from "./StateLane.tsx";
import "../texts.ts";

const CURVE_PX = 260;
const HANDLE_PX = 23;

interface TestCurveProps {
  thingsId: string;
  watched: Watched;
  condition: Condition;
  /** What is shown. */
  span: TimeSpan;
  /** Of the drawn channel. */
  firings: BackTest["firings"];
  phases: BackTest["phases"];
  /** At the end of the caption. */
  aside: ReactNode;
  onChange(condition: Condition): void;
}

/** TRG-07: the curve that the rule judges, with its limits to be moved and its firings. */
export function TestCurve(props: TestCurveProps) {
  const { thingsId, watched, condition, span, firings, phases, aside, onChange } = props;
  const t = useText();
  const info = useConditionSignal(condition);
  const unit = watched.kind === "load" ? "%" : (info?.unit ?? "");
  const query = useQuery(watchedQuery(thingsId, watched, span));
  const drawn = useMemo(() => within(query.data ?? { x: [], values: [] }, span), [query.data, span]);
  if (query.error)
    return (
      <FailedState
        title={t("alarms.test.curveFailed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <Skeleton rows={5} columns={1} />;
  if (query.data.x.length === 0)
    return <p className={styles.hint}>{t("alarms.test.nothingOf", { name: watched.name })}</p>;
  return (
    <figure className={styles.curve}>
      <figcaption>
        <span className={styles.swatch} /> <bdi>{watched.name}</bdi> {unit}
        <span className={styles.aside}>{aside}</span>
      </figcaption>
      <Plot {...{ watched, condition, info, unit, span, drawn, firings, phases, onChange }} />
    </figure>
  );
}

interface PlotProps extends Omit<TestCurveProps, "thingsId" | "aside"> {
  info: SignalInfo | undefined;
  unit: string;
  drawn: ReturnType<typeof within>;
}

function Plot({ watched, condition, info, unit, span, drawn, firings, phases, onChange }: PlotProps) {
  const t = useText();
  const formats = useTimeFormats();
  const [held, setHeld] = useState<ValueRange>();
  const lines = isLimited(condition) ? linesOf(condition) : [];
  const states = info?.isState ? info.stateNames : undefined;
  const range = held ?? rangeAround([...drawn.values, ...(states?.keys() ?? [])], lines);
  const series = useMemo(() => [{ label: watched.name, values: drawn.values }], [watched.name, drawn]);
  const bands = useMemo(() => <ActiveBands phases={phases} span={span} />, [phases, span]);
  const flags = useMemo(() => <FiringFlags firings={firings} span={span} of="curve" />, [firings, span]);
  const shifts = handleShifts(
    lines.map((line) => lineTop(line, range, CURVE_PX)),
    HANDLE_PX,
  );
  const isLong = lengthOf(span) > DAY_MS;
  const write = (value: number) => info?.stateNames.get(value) ?? `${formatNumber(value)}${unit && ` ${unit}`}`;
  return (
    <div className={styles.plot}>
      {bands}
      <Chart
        label={t("alarms.test.curve", { name: watched.name })}
        height={CURVE_PX}
        kind={states ? "steps" : "line"}
        x={drawn.x}
        series={series}
        range={{ from: span.fromMs, to: span.toMs }}
        values={range}
        isTime
        writeX={(atMs) => `${isLong ? `${formats.day(atMs)} ` : ""}${formats.time(atMs).slice(11, isLong ? 16 : 19)}`}
        writeY={(value) => (states ? (states.get(value) ?? "") : formatNumber(value))}
      />
      {flags}
      {lines.map((line, place) => (
        <LimitSlider
          key={line.key}
          line={line}
          range={range}
          height={CURVE_PX}
          shift={shifts[place] ?? 0}
          step={stepOf(watched, info)}
          unit={unit}
          write={write}
          onMove={(to) => isLimited(condition) && onChange(withLine(condition, line.key, to))}
          onHold={(isHeld) => setHeld(isHeld ? range : undefined)}
        />
      ))}
    </div>
  );
}

const stepOf = (watched: Watched, info: SignalInfo | undefined): number =>
  watched.kind === "signal" ? Math.abs(info?.signal.factor ?? 1) || 1 : 1;

/** The points of a span; the axis reaches to its edges also where nothing is stored. */
function within(
  { x, values }: { x: readonly number[]; values: readonly (number | null)[] },
  { fromMs, toMs }: TimeSpan,
) {
  const shown = x.flatMap((at, i) => (fromMs <= at && at <= toMs ? [i] : []));
  return {
    x: [fromMs, ...shown.map((i) => x[i] ?? 0), toMs],
    values: [null, ...shown.map((i) => values[i] ?? null), null],
  };
}
