import type { AlarmEvent } from "@canopy/contract/alarms/events";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { eventsQuery, openEventsQuery } from "../../alarms/alarm-queries.ts";
import type { StatusBoard } from "../../devices/board/status-board.ts";
import { useOrderVersion } from "../../devices/board/use-live-board.ts";
import { labelsQuery } from "../../devices/details/overview-query.ts";
import { useFleetPlaces } from "../../places/fleet/fleet-query.ts";
import { isPlaced, type OpenAlarms } from "../../places/fleet/place-state.ts";
import { useNow } from "../../platform/clock.ts";
import { useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { LEVEL_ICON } from "../../ui/marks/LevelMark.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { MonitorFigures } from "./MonitorFigures.tsx";
import { CurveScene, LoadScene, MapScene, OnlineScene } from "./MonitorScenes.tsx";
import { MonitorTools } from "./MonitorTools.tsx";
import { MOST_CURVES } from "./monitor-choice.ts";
import { ScreenFrame } from "./ScreenFrame.tsx";
import { SignalScene } from "./SignalScene.tsx";
import styles from "./screen.module.css";
import { channelRows, highest, onlineByType, tickerAt } from "./screen-data.ts";
import { toggleSound, useAlarmSound } from "./screen-sound.ts";
import { useChosenSignals, useScreenCurves } from "./use-monitor-signals.ts";
import { type ScreenAddress, useScenes } from "./use-scenes.ts";
import "../texts.ts";
import "./screen-texts.ts";

interface MonitorScreenProps {
  /** Undefined: not known yet. */
  rows: readonly OverviewRow[] | undefined;
  board: StatusBoard;
  alarms: ReadonlyMap<string, OpenAlarms>;
  trouble: string | undefined;
  /** `scene`, `label` and `signals`. */
  address: ScreenAddress;
}

const SCENES = ["map", "online", "loads", "curves"] as const;
const NO_EVENTS: readonly AlarmEvent[] = [];
const NO_ROWS: readonly OverviewRow[] = [];
/** So long an urgent alarm has the map. */
const URGENT_MS = 60_000;
const LOADS = 8;

/** STA-02: the fleet for people across the room. */
export function MonitorScreen({ rows: all, board, alarms, trouble, address }: MonitorScreenProps) {
  const t = useText();
  const [isChoosing, setChoosing] = useState(false);
  const scenes = useScenes(SCENES, address, { m: toggleSound, s: () => setChoosing(true) });
  useOrderVersion(board, true);
  const nowMs = useNow(1000);
  const label = useLabel(address.search.label);
  const rows = label.isKnown ? labelled(all, label.id) : undefined;
  const { data: events, isPlaceholderData } = useQuery(label.id ? labelEvents(label.id) : openEventsQuery);
  useAlarmSound(isPlaceholderData ? undefined : events?.list, label.id);
  const list = events?.list ?? NO_EVENTS;
  const urgent = list.find(({ level, start_time }) => level === "urgent" && nowMs - start_time < URGENT_MS);
  const interrupt = useEffectEvent(() => scenes.show("map"));
  const urgentId = urgent?.event_id;
  useEffect(() => {
    if (urgentId !== undefined) interrupt();
  }, [urgentId]);
  const isOnline = (row: OverviewRow) => board.get(row.id)?.online ?? row.online;
  const chosen = useChosenSignals(rows ?? NO_ROWS, isOnline, address.search.signals);
  const { live, curves } = useScreenCurves(chosen);
  const shared = { rows: rows ?? NO_ROWS, board, alarms, isOnline };
  return (
    <ScreenFrame
      title={t("statistics.screen.monitor")}
      scenes={scenes}
      trouble={trouble}
      figures={<MonitorFigures rows={rows} board={board} alarms={alarms} label={label.id} open={events?.open} />}
      ticker={<Ticker event={tickerAt(list, nowMs)} />}
      tools={<MonitorTools isOpen={isChoosing} onOpen={setChoosing} rows={all ?? NO_ROWS} address={address} />}
    >
      {rows?.length === 0 ? (
        <p className={styles.quiet}>{t("statistics.screen.noDevices")}</p>
      ) : scenes.scene === "curves" && curves.length > 0 ? (
        <SignalScene curves={curves} live={live} rows={all ?? NO_ROWS} />
      ) : (
        <Scene {...shared} scene={scenes.scene} events={list} urgent={urgent?.things_id} nowMs={nowMs} />
      )}
    </ScreenFrame>
  );
}

const labelled = (rows: readonly OverviewRow[] | undefined, id: string | undefined) =>
  id === undefined ? rows : rows?.filter(({ label_ids }) => label_ids.includes(id));

const labelEvents = (label_id: string) =>
  eventsQuery({ current_page: 1, page_size: 25, keyword: "", open: true, label_id });

/** One that was deleted filters nothing. */
function useLabel(asked: string | undefined): { id: string | undefined; isKnown: boolean } {
  const { data, isPending } = useQuery({ ...labelsQuery, enabled: asked !== undefined });
  return {
    id: data?.find(({ id }) => id === asked)?.id,
    isKnown: asked === undefined || !isPending,
  };
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

interface SceneProps {
  scene: (typeof SCENES)[number];
  rows: readonly OverviewRow[];
  board: StatusBoard;
  alarms: ReadonlyMap<string, OpenAlarms>;
  isOnline(row: OverviewRow): boolean;
  events: readonly AlarmEvent[];
  urgent: string | undefined;
  nowMs: number;
}

function Scene({ scene, rows, board, alarms, isOnline, events, urgent, nowMs }: SceneProps) {
  const places = useFleetPlaces();
  if (scene === "online")
    return (
      <OnlineScene shares={onlineByType(rows, isOnline)} part={rows.filter(isOnline).length} whole={rows.length} />
    );
  if (scene === "loads") return <LoadScene rows={highest(channelRows(rows, board), LOADS, ({ load }) => load)} />;
  // Where no signal is bound, how busy the channels are.
  if (scene === "curves")
    return (
      <CurveScene rows={highest(channelRows(rows, board), MOST_CURVES, ({ framesPerSecond }) => framesPerSecond)} />
    );
  const devices = rows.map((row) => ({
    row,
    online: isOnline(row),
    place: places.board.get(row.id),
    alarms: alarms.get(row.id),
  }));
  return <MapScene devices={devices.filter(isPlaced)} events={events} urgent={urgent} nowMs={nowMs} />;
}
