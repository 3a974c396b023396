import { dayText } from "@canopy/contract/statistics/figure-columns";
import type { DayFigures } from "@canopy/contract/statistics/fleet";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Card } from "../ui/Card.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import type { ListProps } from "../ui/list/list-parts.ts";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { type AskedStatistics, askedIn, RANGES, useFleet, useSpread } from "./asked-statistics.ts";
import { DayBars } from "./DayBars.tsx";
import { FleetTiles } from "./FleetTiles.tsx";
import { TopCard, VersionCard } from "./SpreadCards.tsx";
import { StatisticTable } from "./StatisticTable.tsx";
import { DAY_MS, METRICS } from "./statistic-figures.ts";
import styles from "./statistics.module.css";
import "./texts.ts";

interface StatisticsProps extends ListProps {
  /** That device, in that range. */
  onDevice(thingsId: string, fromMs: number, toMs: number): void;
}

/** STA-01: range, grouping, label, figure and day are in the address. */
export function FleetStatisticsView({ onDevice, ...list }: StatisticsProps) {
  const t = useText();
  const asked = askedIn(list.state, Date.now());
  const { today, range, fromMs, toMs } = asked;
  const whole = useFleet(asked, { fromMs: (today - Number(range) + 1) * DAY_MS, toMs: (today + 1) * DAY_MS });
  const shown = useFleet(asked, { fromMs, toMs });
  const { data } = shown;
  const spread = useSpread(asked.label).data;
  const top = useFleet({ ...asked, by: "device" }, { fromMs, toMs }).data?.groups;
  const facts = data && t("statistics.page.counted", { devices: data.devices, all: data.all_devices });
  return (
    <>
      <PageHeader title={t("statistics.page.title")} facts={facts} />
      <div className={styles.page}>
        <RangeChoice {...list} range={range} />
        {shown.error && !data ? (
          <FailedState
            title={t("statistics.page.failed")}
            trouble={troubleOf(shown.error)}
            onRetry={() => void shown.refetch()}
          />
        ) : (
          <>
            {data ? <FleetTiles fleet={data} coverage={spread?.coverage} /> : <Skeleton rows={2} columns={5} />}
            {whole.data && <DayCard {...list} asked={asked} days={whole.data.days} />}
            <div className={styles.cards}>
              {spread && <VersionCard versions={spread.versions} />}
              {top && <TopCard groups={top} onDevice={(id) => onDevice(id, fromMs, toMs)} />}
            </div>
            <StatisticTable {...list} asked={asked} query={shown} onDevice={(id) => onDevice(id, fromMs, toMs)} />
          </>
        )}
      </div>
    </>
  );
}

/** Another range shows all its days. */
function RangeChoice({ state, onState, range }: ListProps & { range: string }) {
  const t = useText();
  return (
    <Segmented<string>
      label={t("statistics.page.range")}
      options={RANGES.map((value) => ({ value, label: t("statistics.page.days", { n: value }) }))}
      value={range}
      onChange={(value) => onState({ ...state, page: 1, filters: { ...state.filters, range: value, day: "" } })}
    />
  );
}

interface DayCardProps extends ListProps {
  asked: AskedStatistics;
  days: readonly DayFigures[];
}

function DayCard({ state, onState, asked: { metric, today, day }, days }: DayCardProps) {
  const t = useText();
  return (
    <Card
      title={t("statistics.page.perDay")}
      aside={
        <Segmented
          label={t("statistics.metric.choose")}
          options={METRICS.map((value) => ({ value, label: t(`statistics.metric.${value}`) }))}
          value={metric}
          onChange={(value) => onState(withFilter(state, "metric", value))}
        />
      }
    >
      <DayBars
        days={days}
        metric={metric}
        today={today}
        chosen={day}
        onDay={(next) => onState(withFilter(state, "day", next === undefined ? "" : dayText(next)))}
      />
    </Card>
  );
}
