import type { OverviewRow } from "@canopy/contract/devices/overview";
import type { StatusBoard } from "../../devices/board/status-board.ts";
import type { OpenAlarms } from "../../places/fleet/place-state.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useDays } from "./fleet-days.ts";
import { ScreenFigure } from "./ScreenFrame.tsx";

interface FiguresProps {
  /** Those with the label, where one is chosen; undefined: not known yet. */
  rows: readonly OverviewRow[] | undefined;
  board: StatusBoard;
  alarms: ReadonlyMap<string, OpenAlarms>;
  label: string | undefined;
  /** Of the whole fleet. */
  open: { urgent: number; ordinary: number; tip: number } | undefined;
}

export function MonitorFigures({ rows, board, alarms, label, open }: FiguresProps) {
  const t = useText();
  const today = useDays(1, label).data?.total;
  const states = rows?.map((row) => board.get(row.id));
  const online = rows?.filter((row, i) => states?.[i]?.online ?? row.online).length;
  const rate = states?.reduce((sum, state) => sum + (state?.framesPerSecond ?? 0), 0);
  const all = open && { count: open.urgent + open.ordinary + open.tip, isUrgent: open.urgent > 0 };
  const ringing = label === undefined ? all : rows && ringingOf(rows, alarms);
  return (
    <>
      <ScreenFigure name={t("statistics.screen.online")} figure="online" unit={`/ ${formatNumber(rows?.length)}`}>
        {formatNumber(online)}
      </ScreenFigure>
      <ScreenFigure
        name={t("statistics.screen.alarms")}
        figure="alarms"
        note={label === undefined && open && t("statistics.field.levels", open)}
        isUrgent={ringing?.isUrgent === true}
      >
        {formatNumber(ringing?.count)}
      </ScreenFigure>
      <ScreenFigure name={t("statistics.screen.rate")} figure="rate" note={t("statistics.screen.rateUnit")}>
        {formatNumber(rate === undefined ? undefined : Math.round(rate))}
      </ScreenFigure>
      <ScreenFigure
        name={t("statistics.screen.today")}
        figure="distance"
        unit="km"
        note={today && t("statistics.field.tripCount", { count: today.trips })}
      >
        {formatNumber(today && Math.round(today.distance_m / 1000))}
      </ScreenFigure>
    </>
  );
}

function ringingOf(rows: readonly OverviewRow[], alarms: ReadonlyMap<string, OpenAlarms>) {
  const found = rows.flatMap(({ id }) => alarms.get(id) ?? []);
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    isUrgent: found.some(({ level }) => level === "urgent"),
  };
}
