import type { FleetStatistics } from "@canopy/contract/statistics/fleet";
import type { FleetSpread } from "@canopy/contract/statistics/spread";
import type { ReactNode } from "react";
import { type CapacityFigures, useCapacity } from "../capacity/capacity-queries.ts";
import { useTenantId } from "../devices/types/type-queries.ts";
import { formatNumber, formatQuantity, UNKNOWN } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { alarmsOf, onlineShare, shownValue } from "./statistic-figures.ts";
import styles from "./statistics.module.css";

/** STA-01: what the range has in all, how much of it is described, and for how long there is room. */
export function FleetTiles({
  fleet,
  coverage,
}: {
  fleet: FleetStatistics;
  coverage: FleetSpread["coverage"] | undefined;
}) {
  const t = useText();
  const capacity = useCapacity(useTenantId()).data;
  const { total } = fleet;
  const { urgent, ordinary, tip } = total;
  const share = onlineShare(total);
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
      <Tile
        name={t("statistics.spread.known")}
        figure="coverage"
        note={coverage && t("statistics.spread.knownOf", { ...coverage, count: coverage.devices })}
      >
        {formatQuantity(coverage && knownShare(coverage), "%", { digits: 0 })}
      </Tile>
      <Tile name={t("statistics.spread.full")} figure="full" note={t("statistics.spread.fullNote")}>
        <DaysLeft capacity={capacity} />
      </Tile>
    </dl>
  );
}

function knownShare({ ids, known_ids }: FleetSpread["coverage"]): number | undefined {
  return ids === 0 ? undefined : (known_ids / ids) * 100;
}

/** By the forecast of the capacity. */
function DaysLeft({ capacity }: { capacity: CapacityFigures | undefined }) {
  const t = useText();
  if (!capacity) return UNKNOWN;
  if (capacity.data.total === null) return <Words>{t("statistics.spread.noLimit")}</Words>;
  const days = capacity.usage.days_to_full;
  if (days === null) return <Words>{t("statistics.spread.notInSight")}</Words>;
  return t("statistics.spread.days", { count: formatNumber(Math.floor(days)) });
}

/** In the place of a figure, and smaller: they take several lines. */
const Words = ({ children }: { children: string }) => <span className={styles.words}>{children}</span>;

interface TileProps {
  name: string;
  figure: string;
  note?: string | undefined;
  children: ReactNode;
}

function Tile({ name, figure, note, children }: TileProps) {
  return (
    <div className={styles.tile} data-figure={figure}>
      <dt>{name}</dt>
      <dd>
        <strong>{children}</strong>
        {note && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  );
}
