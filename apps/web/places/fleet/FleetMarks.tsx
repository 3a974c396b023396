import { Navigation } from "lucide-react";
import { memo } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { LevelMark } from "../../ui/marks/LevelMark.tsx";
import { LEVELS, type Level } from "../../ui/marks/levels.ts";
import { MapMark } from "../map/MapMark.tsx";
import styles from "./fleet.module.css";
import { headingOf, type PlacedDevice, type PlaceState, stateOf } from "./place-state.ts";
import { type DeviceCluster, useClusters } from "./use-clusters.ts";
import "./fleet-texts.ts";

const MINUTE_MS = 60_000;
/** With more marks in sight their names would cover each other. */
const NAMED = 40;

interface FleetMarksProps {
  devices: readonly PlacedDevice[];
  chosen: string | undefined;
  serverMs: number;
  /** Of the marks. */
  scale: number;
  onChoose(id: string): void;
  onCluster(devices: readonly PlacedDevice[]): void;
}

/** GPS-04: arrow = heading, hollow = offline with its age, grey = an old position, shape = open alarm, number = several. */
export function FleetMarks({ devices, chosen, serverMs, scale, onChoose, onCluster }: FleetMarksProps) {
  const clusters = useClusters(devices, chosen, scale);
  const isNamed = clusters.length <= NAMED;
  return clusters.map((cluster) => {
    const [device] = cluster.devices;
    if (!device) return null;
    if (cluster.devices.length > 1)
      return (
        <ClusterMark key={cluster.key} cluster={cluster} serverMs={serverMs} scale={scale} onCluster={onCluster} />
      );
    const isChosen = device.row.id === chosen;
    const state = stateOf(device, serverMs);
    return (
      <DeviceMark
        key={cluster.key}
        id={device.row.id}
        name={device.row.name}
        latitude={device.place.latitude}
        longitude={device.place.longitude}
        heading={headingOf(device.place)}
        state={state}
        ageMs={state === "offline" ? wholeMinutes(serverMs - device.place.time) : 0}
        level={device.alarms?.level}
        isChosen={isChosen}
        isNamed={isNamed || isChosen}
        scale={scale}
        onChoose={onChoose}
      />
    );
  });
}

/** An age in words changes once a minute, and so does its mark. */
const wholeMinutes = (ms: number): number => Math.max(0, Math.floor(ms / MINUTE_MS) * MINUTE_MS);

interface DeviceMarkProps {
  id: string;
  name: string;
  latitude: number;
  longitude: number;
  heading: number | null;
  state: PlaceState;
  /** Of one that is offline. */
  ageMs: number;
  level: Level | undefined;
  isChosen: boolean;
  isNamed: boolean;
  scale: number;
  onChoose(id: string): void;
}

/** Reached by keyboard in the list, which has the same devices. */
const DeviceMark = memo(function DeviceMark(props: DeviceMarkProps) {
  const { id, name, latitude, longitude, heading, state, level, isChosen } = props;
  const t = useText();
  const formats = useTimeFormats();
  const age = props.ageMs < MINUTE_MS ? t("places.fleet.justLeft") : formats.duration(props.ageMs);
  const shown = [props.isNamed && name, state === "offline" && age].filter((part) => part !== false);
  const words = { name: props.isNamed ? shown.join(" ") : [name, ...shown].join(" ") };
  const label = t("places.fleet.mark", { ...words, state: t(`places.fleet.state.${state}`) });
  return (
    <MapMark
      at={{ latitude, longitude }}
      order={isChosen ? 6 : level ? 4 : state === "offline" ? 2 : 3}
      scale={props.scale}
    >
      <button
        type="button"
        tabIndex={-1}
        className={styles.mark}
        aria-label={label}
        data-state={state}
        data-device={id}
        data-heading={heading === null ? undefined : Math.round(heading)}
        data-chosen={isChosen}
        onClick={() => props.onChoose(id)}
      >
        {heading === null ? (
          <i className={styles.dot} />
        ) : (
          <i className={styles.arrow} style={{ rotate: `${Math.round(heading) - 45}deg` }}>
            <Icon of={Navigation} size={16} />
          </i>
        )}
        {level && (
          <span className={styles.level}>
            <LevelMark level={level} compact />
          </span>
        )}
        {(props.isNamed || state === "offline") && (
          <span className={styles.name} data-label>
            {props.isNamed && <b>{name}</b>} {state === "offline" && <small>{age}</small>}
          </span>
        )}
      </button>
    </MapMark>
  );
});

interface ClusterMarkProps {
  cluster: DeviceCluster;
  serverMs: number;
  scale: number;
  onCluster(devices: readonly PlacedDevice[]): void;
}

function ClusterMark({ cluster, serverMs, scale, onCluster }: ClusterMarkProps) {
  const t = useText();
  const { devices, at } = cluster;
  const level = LEVELS.findLast((one) => devices.some(({ alarms }) => alarms?.level === one));
  const states = devices.map((device) => stateOf(device, serverMs));
  const state = (["live", "stale"] as const).find((one) => states.includes(one)) ?? "offline";
  return (
    <MapMark at={at} order={level ? 5 : 3} scale={scale}>
      <button
        type="button"
        tabIndex={-1}
        className={styles.cluster}
        aria-label={t("places.fleet.zoomTo", { count: devices.length })}
        data-state={state}
        data-count={devices.length}
        onClick={() => onCluster(devices)}
      >
        {formatNumber(devices.length)}
        {level && (
          <span className={styles.level}>
            <LevelMark level={level} compact />
          </span>
        )}
      </button>
    </MapMark>
  );
}
