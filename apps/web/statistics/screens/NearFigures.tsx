import type { ReactNode } from "react";
import { useCapacity } from "../../capacity/capacity-queries.ts";
import { formatBytes, formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { alarmsOf } from "../statistic-figures.ts";
import { storedText, timeLeft } from "./capacity-words.ts";
import { useDays } from "./fleet-days.ts";
import type { MonitorView } from "./monitor-view.ts";
import styles from "./near.module.css";
import { channelRows } from "./screen-data.ts";

/** Six figures with what each is measured by. */
export function NearFigures({ view }: { view: MonitorView }) {
  const t = useText();
  const { rows, board, isOnline, label, tenantId } = view;
  const today = useDays(1, label).data?.total;
  const capacity = useCapacity(tenantId).data;
  const rate = rows?.reduce((sum, { id }) => sum + (board.get(id)?.framesPerSecond ?? 0), 0);
  const online = rows?.filter(isOnline).length;
  const share = rows && online !== undefined && rows.length > 0 ? (online / rows.length) * 100 : undefined;
  return (
    <>
      <NearFigure
        figure="rate"
        name={t("statistics.screen.rate")}
        unit={t("statistics.screen.rateUnit")}
        note={rows && t("statistics.near.channels", { count: channelRows(rows, board).length })}
      >
        {formatNumber(rate === undefined ? undefined : Math.round(rate))}
      </NearFigure>
      <NearFigure
        figure="stored-today"
        name={t("statistics.near.storedToday")}
        unit={t("statistics.near.frames")}
        note={today && formatBytes(today.bytes)}
      >
        {formatNumber(today?.frames)}
      </NearFigure>
      <NearFigure
        figure="online"
        name={t("statistics.screen.online")}
        unit="%"
        note={rows && `${formatNumber(online)} / ${formatNumber(rows.length)}`}
      >
        {formatNumber(share, { digits: share === 100 ? 0 : 1 })}
      </NearFigure>
      <NearFigure
        figure="alarms"
        name={t("statistics.screen.alarmsToday")}
        level={today && today.urgent > 0 ? "urgent" : today && today.ordinary > 0 ? "ordinary" : undefined}
        note={today && t("statistics.field.levels", today)}
      >
        {formatNumber(today && alarmsOf(today))}
      </NearFigure>
      <NearFigure
        figure="distance"
        name={t("statistics.screen.today")}
        unit="km"
        note={today && t("statistics.field.tripCount", { count: today.trips })}
      >
        {formatNumber(today && Math.round(today.distance_m / 1000))}
      </NearFigure>
      <NearFigure figure="capacity" name={t("statistics.screen.stored")} note={capacity && timeLeft(t, capacity)}>
        {storedText(capacity)}
      </NearFigure>
    </>
  );
}

interface NearFigureProps {
  figure: string;
  name: string;
  unit?: string;
  note?: ReactNode;
  level?: "urgent" | "ordinary" | undefined;
  children: ReactNode;
}

function NearFigure({ figure, name, unit, note, level, children }: NearFigureProps) {
  return (
    <div className={styles.figure} data-figure={figure} data-level={level}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>
        <strong>{children}</strong>
        {unit && <span>{unit}</span>}
      </span>
      <span className={styles.note}>{note}</span>
    </div>
  );
}
