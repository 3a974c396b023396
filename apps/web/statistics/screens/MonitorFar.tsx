import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { useEffect, useEffectEvent } from "react";
import { useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { LEVEL_ICON } from "../../ui/marks/LevelMark.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { MonitorFigures } from "./MonitorFigures.tsx";
import { CurveScene, LoadScene, MapScene, OnlineScene } from "./MonitorScenes.tsx";
import { MOST_CURVES } from "./monitor-choice.ts";
import { type MonitorView, usePlaced } from "./monitor-view.ts";
import { ScreenFrame } from "./ScreenFrame.tsx";
import { SignalScene } from "./SignalScene.tsx";
import styles from "./screen.module.css";
import { channelRows, highest, onlineByType, tickerAt } from "./screen-data.ts";
import { type ScreenAddress, useScenes } from "./use-scenes.ts";

const SCENES = ["map", "online", "loads", "curves"] as const;
const LOADS = 8;

/** Pages, E4: little at a time, to be read from five metres; scenes take turns. */
export function MonitorFar({ view, address }: { view: MonitorView; address: ScreenAddress }) {
  const t = useText();
  const scenes = useScenes(SCENES, address, view.keys);
  const interrupt = useEffectEvent(() => scenes.show("map"));
  const urgentId = view.urgent?.event_id;
  useEffect(() => {
    if (urgentId !== undefined) interrupt();
  }, [urgentId]);
  return (
    <ScreenFrame
      title={t("statistics.screen.monitor")}
      scenes={scenes}
      trouble={view.trouble}
      figures={<MonitorFigures {...view} />}
      ticker={<Ticker event={tickerAt(view.events, view.nowMs)} />}
      tools={view.tools}
    >
      {view.rows?.length === 0 ? (
        <p className={styles.quiet}>{t("statistics.screen.noDevices")}</p>
      ) : scenes.scene === "curves" && view.curves.length > 0 ? (
        <SignalScene curves={view.curves} live={view.live} rows={view.all} />
      ) : (
        <Scene scene={scenes.scene} view={view} />
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

function Scene({ scene, view }: { scene: (typeof SCENES)[number]; view: MonitorView }) {
  const { rows = [], board, isOnline, events, urgent, nowMs } = view;
  const devices = usePlaced(view);
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
  return <MapScene devices={devices} events={events} urgent={urgent?.things_id} nowMs={nowMs} />;
}
