import type { FleetStatistics } from "@canopy/contract/statistics/fleet";
import type { ReactNode } from "react";
import { formatQuantity } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { alarmsOf, onlineShare, shownValue } from "./statistic-figures.ts";
import styles from "./statistics.module.css";

/** STA-01: what the range has in all. */
export function FleetTiles({ fleet }: { fleet: FleetStatistics }) {
  const t = useText();
  const { total, devices, passed_ms } = fleet;
  const { urgent, ordinary, tip } = total;
  const share = onlineShare(total.online_ms, devices, passed_ms);
  return (
    <dl className={styles.tiles} aria-label={t("statistics.page.tiles")}>
      <Tile name={t("statistics.metric.frames")} figure="frames">
        {shownValue(total.frames, "frames")}
      </Tile>
      <Tile name={t("statistics.metric.bytes")} figure="bytes">
        {shownValue(total.bytes, "bytes")}
      </Tile>
      <Tile name={t("statistics.field.onlineShare")} figure="online" note={shownValue(total.online_ms, "online")}>
        {formatQuantity(share, "%", { digits: 1 })}
      </Tile>
      <Tile
        name={t("statistics.metric.alarms")}
        figure="alarms"
        note={t("statistics.field.levels", { urgent, ordinary, tip })}
      >
        {shownValue(alarmsOf(total), "alarms")}
      </Tile>
      <Tile
        name={t("statistics.metric.distance")}
        figure="distance"
        note={t("statistics.field.tripCount", { count: total.trips })}
      >
        {shownValue(total.distance_m, "distance")}
      </Tile>
    </dl>
  );
}

interface TileProps {
  name: string;
  figure: string;
  note?: string;
  children: ReactNode;
}

function Tile({ name, figure, note, children }: TileProps) {
  return (
    <div className={styles.tile} data-figure={figure}>
      <dt>{name}</dt>
      <dd>
        <strong>{children}</strong>
        {note && <span>{note}</span>}
      </dd>
    </div>
  );
}
