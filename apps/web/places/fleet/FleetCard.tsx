import { X } from "lucide-react";
import { formatNumber, formatQuantity, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import controls from "../../ui/form/controls.module.css";
import { Chip } from "../../ui/marks/Chip.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { LevelMark } from "../../ui/marks/LevelMark.tsx";
import { Moment } from "../../ui/time/moment.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import styles from "./fleet.module.css";
import { type FleetWays, linkTo } from "./fleet-ways.ts";
import { type FleetDevice, headingOf, isPlaced, type PlacedDevice, stateOf } from "./place-state.ts";
import "./fleet-texts.ts";

interface FleetCardProps {
  device: FleetDevice;
  serverMs: number;
  ways: FleetWays;
  isFollowing: boolean;
  onFollow(on: boolean): void;
  onClose(): void;
}

/** GPS-04: speed, age and alarms of one device, and the ways to its pages. */
export function FleetCard({ device, serverMs, ways, isFollowing, onFollow, onClose }: FleetCardProps) {
  const t = useText();
  const { row, alarms, online } = device;
  const state = isPlaced(device) ? stateOf(device, serverMs) : online ? "live" : "offline";
  return (
    <section
      className={styles.card}
      aria-label={t("places.fleet.card", { name: row.name })}
      data-map-control
      data-testid="fleet-card"
    >
      <header>
        <strong dir="auto">{row.name}</strong>
        <Chip tone={state === "live" ? "green" : "neutral"} dot={online}>
          {t(`places.fleet.state.${state}`)}
        </Chip>
        <IconButton icon={X} label={t("ui.action.close")} onClick={onClose} />
      </header>
      {isPlaced(device) ? <PlaceFacts device={device} serverMs={serverMs} /> : <p>{t("places.fleet.noPlace")}</p>}
      {alarms && (
        <a className={styles.alarms} {...linkTo(ways.alarms(row.id))}>
          <LevelMark level={alarms.level} compact />
          {t("places.fleet.alarms", { count: alarms.count })}
        </a>
      )}
      <footer>
        <a className={controls.button} {...linkTo(ways.track(row.id))}>
          {t("places.fleet.track")}
        </a>
        <a className={controls.button} {...linkTo(ways.details(row.id))}>
          {t("places.fleet.details")}
        </a>
        {isPlaced(device) && (
          <Checkbox checked={isFollowing} onChange={onFollow}>
            {t("places.fleet.follow")}
          </Checkbox>
        )}
      </footer>
    </section>
  );
}

function PlaceFacts({ device: { place, row }, serverMs }: { device: PlacedDevice; serverMs: number }) {
  const t = useText();
  const heading = headingOf(place);
  // By the server's clock; the words are made with that of the browser.
  const atMs = Date.now() - Math.max(0, serverMs - place.time);
  return (
    <dl className={styles.facts}>
      <dt>{t("places.fleet.speed")}</dt>
      <dd>
        <b>{place.speedKmh === null ? UNKNOWN : formatQuantity(place.speedKmh, "km/h", { digits: 1 })}</b>{" "}
        {heading === null
          ? t("places.fleet.standing")
          : t("places.fleet.heading", { degrees: formatNumber(Math.round(heading)) })}
      </dd>
      <dt>{t("places.fleet.fixed")}</dt>
      <dd>
        <Moment of={row.id} at={place.time}>
          <RelativeTime at={atMs} of={null} />
        </Moment>
        <small className="mono">
          {formatNumber(place.latitude, { digits: 5 })}, {formatNumber(place.longitude, { digits: 5 })}
        </small>
      </dd>
    </dl>
  );
}

interface TogetherCardProps {
  devices: readonly PlacedDevice[];
  onChoose(id: string): void;
  onClose(): void;
}

/** Devices at one place, which no zoom tells apart. */
export function TogetherCard({ devices, onChoose, onClose }: TogetherCardProps) {
  const t = useText();
  const title = t("places.fleet.together", { count: devices.length });
  return (
    <section className={styles.card} aria-label={title} data-map-control data-testid="fleet-together">
      <header>
        <strong>{title}</strong>
        <IconButton icon={X} label={t("ui.action.close")} onClick={onClose} />
      </header>
      <ul>
        {devices.map(({ row, alarms }) => (
          <li key={row.id}>
            {alarms && <LevelMark level={alarms.level} compact />}
            <Button kind="link" onClick={() => onChoose(row.id)}>
              {row.name}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
