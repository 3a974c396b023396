import type { Place } from "@canopy/can/gps/gcj02";
import { useMemo } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Menu } from "../../ui/float/Menu.tsx";
import { LEVEL_ICON, LevelMark } from "../../ui/marks/LevelMark.tsx";
import { LEVELS } from "../../ui/marks/levels.ts";
import { CLUSTER_PX, clustersOf, clusterZoom } from "../map/clusters.ts";
import { MapMark } from "../map/MapMark.tsx";
import { useMapView } from "../map/map-context.ts";
import { mercatorX, mercatorY, worldPx } from "../map/mercator.ts";
import styles from "./track.module.css";
import type { PlacedAlarm } from "./track-alarms.ts";
import "./track-texts.ts";

/** What a menu can hold. */
const MOST_ITEMS = 12;

interface AlarmMarksProps {
  alarms: readonly PlacedAlarm[];
  onAlarm(id: string): void;
}

/** TRG-05: the alarms of the range where the device was; one opens its event, several are a menu. */
export function AlarmMarks({ alarms, onAlarm }: AlarmMarksProps) {
  const view = useMapView();
  const zoom = view && clusterZoom(view.zoom);
  const heaps = useMemo(() => (zoom === undefined ? [] : heapsOf(alarms, zoom)), [alarms, zoom]);
  return heaps.map(({ at, members }) => (
    <MapMark key={members.map(({ id }) => id).join()} at={at} anchor="bottom" order={4}>
      {members.length === 1 ? (
        members.map((alarm) => <OneAlarm key={alarm.id} alarm={alarm} onAlarm={onAlarm} />)
      ) : (
        <SeveralAlarms alarms={members} onAlarm={onAlarm} />
      )}
    </MapMark>
  ));
}

function OneAlarm({
  alarm: { id, level, name, atMs },
  onAlarm,
}: { alarm: PlacedAlarm } & Pick<AlarmMarksProps, "onAlarm">) {
  const t = useText();
  const formats = useTimeFormats();
  const label = t("places.track.alarm", { time: formats.time(atMs, "second"), name, level: t(`ui.level.${level}`) });
  return (
    <button type="button" className={styles.alarm} aria-label={label} title={label} onClick={() => onAlarm(id)}>
      <LevelMark level={level} compact />
    </button>
  );
}

function SeveralAlarms({ alarms, onAlarm }: AlarmMarksProps) {
  const t = useText();
  const formats = useTimeFormats();
  const level = LEVELS.findLast((one) => alarms.some((alarm) => alarm.level === one)) ?? "tip";
  const label = t("places.track.alarmsHere", { count: alarms.length });
  return (
    <Menu
      label={label}
      align="start"
      trigger={(props) => (
        <button type="button" className={styles.alarm} aria-label={label} {...props}>
          <LevelMark level={level} compact /> <b>{formatNumber(alarms.length)}</b>
        </button>
      )}
      items={alarms.slice(0, MOST_ITEMS).map((alarm) => ({
        key: alarm.id,
        icon: LEVEL_ICON[alarm.level],
        label: `${formats.time(alarm.atMs, "second").slice(11)} ${alarm.name}`,
        onSelect: () => onAlarm(alarm.id),
      }))}
    />
  );
}

interface Heap {
  readonly at: Place;
  readonly members: readonly PlacedAlarm[];
}

/** At the place of its first one: a mark stands on a position that was stored. */
function heapsOf(alarms: readonly PlacedAlarm[], zoom: number): Heap[] {
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  const dots = alarms.map(({ id, place }) => ({ id, x: mercatorX(place.longitude), y: mercatorY(place.latitude) }));
  return clustersOf(dots, CLUSTER_PX / worldPx(zoom)).flatMap(({ ids }) => {
    const members = ids.flatMap((id) => byId.get(id) ?? []);
    return members[0] ? [{ at: members[0].place, members }] : [];
  });
}
