import { Navigation } from "lucide-react";
import type { ReactNode } from "react";
import { peakText, valueNames } from "../../alarms/event-peak.ts";
import { FleetMap } from "../../places/fleet/FleetMap.tsx";
import type { PlacedDevice } from "../../places/fleet/place-state.ts";
import { formatNumber, formatQuantity, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { formatTime, viewerZone } from "../../platform/time-formats.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { LEVEL_ICON } from "../../ui/marks/LevelMark.tsx";
import { MOST_CURVES } from "./monitor-choice.ts";
import type { MonitorView } from "./monitor-view.ts";
import styles from "./near.module.css";
import { readCurve } from "./SignalScene.tsx";
import { channelRows, highest, linePoints, loadLevel, onlineByType, onlineParts } from "./screen-data.ts";
import { useMarkScale } from "./use-wall.ts";

const TYPES = 5;
const LOADS = 7;
const ALARMS = 7;
const nothing = () => undefined;

interface CardProps {
  title: string;
  note?: ReactNode;
  card: string;
  children: ReactNode;
}

function Card({ title, note, card, children }: CardProps) {
  return (
    <section className={styles.card} aria-label={title} data-card={card}>
      <h2>
        {title} <small>{note}</small>
      </h2>
      {children}
    </section>
  );
}

interface NearProps {
  view: MonitorView;
}

const AROUND = 2 * Math.PI * 42;

/** How many are online, with and without an open alarm, and how many of each type. */
export function NearOnline({ view: { rows = [], alarms, isOnline } }: NearProps) {
  const t = useText();
  const parts = onlineParts(rows, isOnline, alarms);
  const whole = Math.max(1, rows.length);
  const online = parts.fine + parts.ringing;
  return (
    <Card card="online" title={t("statistics.screen.online")}>
      <div className={styles.online}>
        <svg
          viewBox="0 0 100 100"
          role="img"
          aria-label={`${t("statistics.screen.online")} ${online} / ${rows.length}`}
        >
          <circle cx="50" cy="50" r="42" />
          <circle
            cx="50"
            cy="50"
            r="42"
            data-part="ringing"
            strokeDasharray={`${(online / whole) * AROUND} ${AROUND}`}
          />
          <circle
            cx="50"
            cy="50"
            r="42"
            data-part="fine"
            strokeDasharray={`${(parts.fine / whole) * AROUND} ${AROUND}`}
          />
          <text x="50" y="53">
            {formatNumber(online)}
          </text>
          <text x="50" y="67" data-note>
            / {formatNumber(rows.length)}
          </text>
        </svg>
        <ul className={styles.parts}>
          {(["fine", "ringing", "offline"] as const).map((part) => (
            <li key={part} data-part={part}>
              <span>{t(`statistics.near.${part}`)}</span> <b>{formatNumber(parts[part])}</b>
            </li>
          ))}
        </ul>
      </div>
      <ul className={styles.bars} aria-label={t("statistics.screen.byType")}>
        {onlineByType(rows, isOnline)
          .slice(0, TYPES)
          .map((one) => (
            <li key={one.name}>
              <span>{one.name || t("statistics.screen.unknown")}</span>
              <i className={styles.track}>
                <i style={{ width: `${(one.part / one.whole) * 100}%` }} />
              </i>
              <b>
                {formatNumber(one.part)} <small>/ {formatNumber(one.whole)}</small>
              </b>
            </li>
          ))}
      </ul>
    </Card>
  );
}

/** The busiest channels with their last minute. */
export function NearLoads({ view: { rows = [], board } }: NearProps) {
  const t = useText();
  const loads = highest(channelRows(rows, board), LOADS, ({ load }) => load);
  return (
    <Card card="loads" title={t("statistics.near.loads")} note={t("statistics.near.highest", { count: LOADS })}>
      {loads.length === 0 ? (
        <p className={styles.quiet}>{t("statistics.screen.none")}</p>
      ) : (
        <ul className={styles.loads}>
          {loads.map(({ key, name, minute, load }) => (
            <li key={key} data-level={loadLevel(load)}>
              <span>{name}</span>
              <svg viewBox="0 0 59 100" preserveAspectRatio="none" aria-hidden="true">
                <Line points={linePoints(minute)} />
              </svg>
              <b>{formatQuantity(load * 100, "%", { digits: 0 })}</b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function NearMap({ view: { urgent, nowMs }, devices }: NearProps & { devices: readonly PlacedDevice[] }) {
  const t = useText();
  return (
    <div className={styles.map}>
      <FleetMap
        devices={devices}
        chosen={urgent?.things_id}
        isFollowing={urgent !== undefined}
        serverMs={nowMs}
        initial={undefined}
        fitKey={urgent?.things_id ?? "all"}
        farScale={useMarkScale("near")}
        onChoose={nothing}
        onTogether={nothing}
        onView={nothing}
      />
      <ul className={styles.legend} aria-label={t("statistics.near.legend")}>
        <li data-mark="moving">
          <Icon of={Navigation} size={16} /> {t("statistics.near.moving")}
        </li>
        {(["ordinary", "urgent"] as const).map((level) => (
          <li key={level} data-level={level}>
            <Icon of={LEVEL_ICON[level]} size={16} /> {t(`ui.level.${level}`)}
          </li>
        ))}
        <li data-mark="several">
          <i /> {t("statistics.near.several")}
        </li>
      </ul>
    </div>
  );
}

/** The newest open alarms with their time and level. */
export function NearAlarms({ view: { events, open } }: NearProps) {
  const t = useText();
  const count = open && open.urgent + open.ordinary + open.tip;
  return (
    <Card
      card="alarms"
      title={t("statistics.screen.alarms")}
      note={count !== undefined && t("statistics.near.open", { count })}
    >
      {events.length === 0 ? (
        <p className={styles.quiet}>{t("statistics.screen.quiet")}</p>
      ) : (
        <ul className={styles.alarms}>
          {events.slice(0, ALARMS).map((event) => (
            <li key={event.event_id} data-level={event.level}>
              <Icon of={LEVEL_ICON[event.level]} size={16} />
              <div>
                <strong>
                  {event.rule_name} {peakText(event, valueNames(event.conditions))}
                </strong>
                <span>{event.device_name}</span>
              </div>
              <div>
                <time>{formatTime(event.start_time, viewerZone(), "second").slice(11)}</time>
                <em>{t(`ui.level.${event.level}`)}</em>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The last minute of the chosen signals; where none is bound, of the busiest channels. */
export function NearCurves({ view: { curves, live, all, rows = [], board } }: NearProps) {
  const t = useText();
  const nameOf = (id: string) => all.find((row) => row.id === id)?.name ?? UNKNOWN;
  const busiest = curves.length > 0 ? [] : highest(channelRows(rows, board), MOST_CURVES, (one) => one.framesPerSecond);
  return (
    <Card card="curves" title={t("statistics.near.curves")}>
      <div className={styles.curves}>
        {curves.map((curve, i) => {
          const { value, unit, isStale, points } = readCurve(curve, live);
          const { signal } = curve.chosen.signal;
          return (
            <CurveRow
              key={`${curve.chosen.thingsId} ${curve.key}`}
              name={`${nameOf(curve.chosen.thingsId)} · ${signal}`}
              colour={i + 1}
              isStale={isStale}
              value={value}
              unit={curve.isGone ? t("statistics.choice.gone") : unit}
              points={points}
            />
          );
        })}
        {busiest.map(({ key, name, framesPerSecond, minute }, i) => (
          <CurveRow
            key={key}
            name={name}
            colour={i + 1}
            isStale={false}
            value={formatNumber(Math.round(framesPerSecond))}
            unit={t("statistics.screen.rateUnit")}
            points={linePoints(minute)}
            span={59}
          />
        ))}
        {curves.length + busiest.length === 0 && <p className={styles.quiet}>{t("statistics.screen.none")}</p>}
      </div>
    </Card>
  );
}

interface CurveRowProps {
  name: string;
  /** Of the ten colours of signals. */
  colour: number;
  isStale: boolean;
  value: string;
  unit: string | undefined;
  points: string | undefined;
  /** Of the points, from left to right. */
  span?: number;
}

function CurveRow({ name, colour, isStale, value, unit, points, span = 100 }: CurveRowProps) {
  const style = { color: `var(--signal-${colour})` };
  return (
    <div className={styles.curve} data-stale={isStale}>
      <h3>
        <i style={style} /> <span>{name}</span>
        <strong>
          {value} {unit && <small>{unit}</small>}
        </strong>
      </h3>
      <svg
        viewBox={`0 0 ${span} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name} ${value}`}
        style={style}
      >
        {points && <Line points={points} />}
      </svg>
    </div>
  );
}

/** With the area below it, down to the bottom of the box. */
function Line({ points }: { points: string }) {
  const ends = [points.split(" ").at(0), points.split(" ").at(-1)].map((point) => point?.split(",")[0]);
  return (
    <>
      <polygon points={`${ends[0]},100 ${points} ${ends[1]},100`} />
      <polyline points={points} />
    </>
  );
}
