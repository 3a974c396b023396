import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { peakText, valueNames } from "../../alarms/event-peak.ts";
import { FleetMap } from "../../places/fleet/FleetMap.tsx";
import type { PlacedDevice } from "../../places/fleet/place-state.ts";
import { formatNumber, formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { LEVEL_ICON } from "../../ui/marks/LevelMark.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { ScreenBars, ScreenRing } from "./ScreenBars.tsx";
import styles from "./screen.module.css";
import { type ChannelRow, linePoints, loadLevel, type Share } from "./screen-data.ts";
import { useMarkScale } from "./use-wall.ts";

/** More could not be read from afar. */
const ROWS = 5;
const nothing = () => undefined;

interface MapSceneProps {
  devices: readonly PlacedDevice[];
  events: readonly AlarmEvent[];
  /** The device of a new urgent alarm comes into view. */
  urgent: string | undefined;
  nowMs: number;
}

export function MapScene({ devices, events, urgent, nowMs }: MapSceneProps) {
  return (
    <div className={styles.mapScene}>
      <div className={styles.map}>
        <FleetMap
          devices={devices}
          chosen={urgent}
          isFollowing={urgent !== undefined}
          serverMs={nowMs}
          initial={undefined}
          fitKey={urgent ?? "all"}
          farScale={useMarkScale("far")}
          onChoose={nothing}
          onTogether={nothing}
          onView={nothing}
        />
      </div>
      <AlarmRows events={events} />
    </div>
  );
}

function AlarmRows({ events }: { events: readonly AlarmEvent[] }) {
  const t = useText();
  if (events.length === 0) return <p className={styles.quiet}>{t("statistics.screen.quiet")}</p>;
  return (
    <ul className={styles.rows} aria-label={t("statistics.screen.alarms")}>
      {events.slice(0, ROWS).map((event) => (
        <li key={event.event_id} className={styles.row} data-level={event.level}>
          <Icon of={LEVEL_ICON[event.level]} size={24} />
          <div>
            <strong>
              {event.rule_name} {peakText(event, valueNames(event.conditions))}
            </strong>
            <span>{event.device_name}</span>
          </div>
          <RelativeTime at={event.start_time} of={null} />
        </li>
      ))}
    </ul>
  );
}

export function OnlineScene({ shares, part, whole }: { shares: readonly Share[]; part: number; whole: number }) {
  const t = useText();
  const rows = shares.map(({ name, ...one }) => ({
    key: name,
    name: name || t("statistics.screen.unknown"),
    share: one.part / Math.max(1, one.whole),
    value: `${formatNumber(one.part)} / ${formatNumber(one.whole)}`,
  }));
  return (
    <div className={styles.ringScene}>
      <ScreenRing
        label={t("statistics.screen.online")}
        share={whole === 0 ? undefined : part / whole}
        note={`${formatNumber(part)} / ${formatNumber(whole)}`}
      />
      <ScreenBars title={t("statistics.screen.byType")} rows={rows} />
    </div>
  );
}

export function LoadScene({ rows }: { rows: readonly ChannelRow[] }) {
  const t = useText();
  const bars = rows.map(({ key, name, load }) => ({
    key,
    name,
    share: load,
    level: loadLevel(load),
    value: formatQuantity(load * 100, "%", { digits: 0 }),
  }));
  return <ScreenBars title={t("statistics.screen.loads")} rows={bars} />;
}

export function CurveScene({ rows }: { rows: readonly ChannelRow[] }) {
  const t = useText();
  if (rows.length === 0) return <p className={styles.quiet}>{t("statistics.screen.none")}</p>;
  return (
    <div className={styles.curves}>
      {rows.map((row) => (
        <div key={row.key} className={styles.block}>
          <h2>
            {row.name} <strong>{formatNumber(Math.round(row.framesPerSecond))}</strong>
          </h2>
          <svg
            className={styles.curve}
            viewBox="0 0 59 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={`${row.name} ${t("statistics.screen.rate")}`}
          >
            <polyline points={linePoints(row.minute)} />
          </svg>
        </div>
      ))}
    </div>
  );
}
