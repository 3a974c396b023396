import type { AlarmEvent } from "@canopy/contract/alarms/events";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { openEventsQuery } from "../../alarms/alarm-queries.ts";
import type { StatusBoard } from "../../devices/board/status-board.ts";
import { useOrderVersion } from "../../devices/board/use-live-board.ts";
import { useFleetPlaces } from "../../places/fleet/fleet-query.ts";
import { isPlaced, type OpenAlarms } from "../../places/fleet/place-state.ts";
import { useNow } from "../../platform/clock.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { LEVEL_ICON } from "../../ui/marks/LevelMark.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { useDays } from "./fleet-days.ts";
import { CurveScene, LoadScene, MapScene, OnlineScene } from "./MonitorScenes.tsx";
import { ScreenFigure, ScreenFrame } from "./ScreenFrame.tsx";
import styles from "./screen.module.css";
import { channelRows, highest, onlineByType, tickerAt } from "./screen-data.ts";
import { useScenes } from "./use-scenes.ts";
import "../texts.ts";
import "./screen-texts.ts";

interface MonitorScreenProps {
  /** Undefined: not known yet. */
  rows: readonly OverviewRow[] | undefined;
  board: StatusBoard;
  alarms: ReadonlyMap<string, OpenAlarms>;
  trouble: string | undefined;
}

const SCENES = ["map", "online", "loads", "curves"] as const;
const NO_EVENTS: readonly AlarmEvent[] = [];
const NO_ROWS: readonly OverviewRow[] = [];
/** So long an urgent alarm has the map. */
const URGENT_MS = 60_000;
const LOADS = 8;
const CURVES = 4;

/** STA-02: the fleet for people across the room. */
export function MonitorScreen({ rows, board, alarms, trouble }: MonitorScreenProps) {
  const t = useText();
  const scenes = useScenes(SCENES);
  useOrderVersion(board, true);
  const nowMs = useNow(1000);
  const events = useQuery(openEventsQuery).data;
  const list = events?.list ?? NO_EVENTS;
  const urgent = list.find(({ level, start_time }) => level === "urgent" && nowMs - start_time < URGENT_MS);
  const interrupt = useEffectEvent(() => scenes.show("map"));
  const urgentId = urgent?.event_id;
  useEffect(() => {
    if (urgentId !== undefined) interrupt();
  }, [urgentId]);
  return (
    <ScreenFrame
      title={t("statistics.screen.monitor")}
      scenes={scenes}
      trouble={trouble}
      figures={<Figures rows={rows} board={board} open={events?.open} />}
      ticker={<Ticker event={tickerAt(list, nowMs)} />}
    >
      {rows?.length === 0 ? (
        <p className={styles.quiet}>{t("statistics.screen.noDevices")}</p>
      ) : (
        <Scene
          scene={scenes.scene}
          rows={rows ?? NO_ROWS}
          board={board}
          alarms={alarms}
          events={list}
          urgent={urgent?.things_id}
          nowMs={nowMs}
        />
      )}
    </ScreenFrame>
  );
}

function Ticker({ event }: { event: AlarmEvent | undefined }) {
  if (!event) return null;
  return (
    <span data-level={event.level}>
      <Icon of={LEVEL_ICON[event.level]} size={24} /> {event.rule_name} · {event.device_name} ·{" "}
      <RelativeTime at={event.start_time} of={null} />
    </span>
  );
}

interface FiguresProps extends Pick<MonitorScreenProps, "rows" | "board"> {
  open: { urgent: number; ordinary: number; tip: number } | undefined;
}

function Figures({ rows, board, open }: FiguresProps) {
  const t = useText();
  const today = useDays(1).data?.total;
  const isKnown = rows !== undefined;
  return (
    <>
      <ScreenFigure name={t("statistics.screen.online")} figure="online" unit={`/ ${formatNumber(rows?.length)}`}>
        {formatNumber(isKnown ? board.online : undefined)}
      </ScreenFigure>
      <ScreenFigure
        name={t("statistics.screen.alarms")}
        figure="alarms"
        note={open && t("statistics.field.levels", open)}
        isUrgent={open !== undefined && open.urgent > 0}
      >
        {formatNumber(open && open.urgent + open.ordinary + open.tip)}
      </ScreenFigure>
      <ScreenFigure name={t("statistics.screen.rate")} figure="rate" note={t("statistics.screen.rateUnit")}>
        {formatNumber(isKnown ? Math.round(board.framesPerSecond) : undefined)}
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

interface SceneProps {
  scene: (typeof SCENES)[number];
  rows: readonly OverviewRow[];
  board: StatusBoard;
  alarms: ReadonlyMap<string, OpenAlarms>;
  events: readonly AlarmEvent[];
  urgent: string | undefined;
  nowMs: number;
}

function Scene({ scene, rows, board, alarms, events, urgent, nowMs }: SceneProps) {
  const places = useFleetPlaces();
  const isOnline = (row: OverviewRow) => board.get(row.id)?.online ?? row.online;
  if (scene === "online")
    return (
      <OnlineScene shares={onlineByType(rows, isOnline)} part={rows.filter(isOnline).length} whole={rows.length} />
    );
  if (scene === "loads") return <LoadScene rows={highest(channelRows(rows, board), LOADS, ({ load }) => load)} />;
  if (scene === "curves")
    return <CurveScene rows={highest(channelRows(rows, board), CURVES, ({ framesPerSecond }) => framesPerSecond)} />;
  const devices = rows.map((row) => ({
    row,
    online: isOnline(row),
    place: places.board.get(row.id),
    alarms: alarms.get(row.id),
  }));
  return <MapScene devices={devices.filter(isPlaced)} events={events} urgent={urgent} nowMs={nowMs} />;
}
