import type { FleetStatistics } from "@canopy/contract/statistics/fleet";
import type { CapacityFigures } from "../../capacity/capacity-queries.ts";
import { formatBytes, formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { alarmsOf } from "../statistic-figures.ts";
import { PushFigures, Rollouts } from "./OperationWork.tsx";
import type { OPERATION_SCENES, OperationData, ScreenOrder } from "./operation-data.ts";
import { type Bar, ScreenBars, ScreenRing, ScreenTrend } from "./ScreenBars.tsx";
import styles from "./screen.module.css";
import { firmwareSpread, growthOf, highest } from "./screen-data.ts";

const TOP = 6;
const ORDERS = 5;

interface SceneProps extends OperationData {
  scene: (typeof OPERATION_SCENES)[number];
  fleet: FleetStatistics | undefined;
  capacity: CapacityFigures | undefined;
}

export function OperationScene({ scene, rows, fleet, capacity, orders, rollouts, push }: SceneProps) {
  if (scene === "growth") return <Growth rows={rows} fleet={fleet} limit={capacity?.content?.things_num ?? null} />;
  if (scene === "capacity") return <Capacity fleet={fleet} capacity={capacity} push={push} />;
  if (scene === "spread") return <Spread rows={rows} rollouts={rollouts} />;
  return <Desk fleet={fleet} orders={orders?.list} />;
}

interface GrowthProps extends Pick<SceneProps, "rows" | "fleet"> {
  /** Devices of the package; null: no limit. */
  limit: number | null;
}

function Growth({ rows, fleet, limit }: GrowthProps) {
  const t = useText();
  const days = fleet?.days.map(({ day }) => day) ?? [];
  const counts = rows ? growthOf(rows, days) : [];
  const newest = formatNumber(counts.at(-1));
  return (
    <div className={styles.halves}>
      <ScreenTrend
        title={t("statistics.screen.devicesPerDay")}
        newest={limit === null ? newest : `${newest} / ${formatNumber(limit)}`}
        bars={barsOf(days, counts)}
      />
      <ScreenTrend
        title={t("statistics.screen.framesPerDay")}
        newest={formatNumber(fleet?.days.at(-1)?.frames)}
        bars={barsOf(days, fleet?.days.map(({ frames }) => frames) ?? [])}
      />
    </div>
  );
}

const barsOf = (days: readonly number[], values: readonly number[]): Bar[] =>
  days.map((day, i) => ({ key: day, parts: [{ value: values[i] ?? 0 }] }));

function Capacity({ fleet, capacity, push }: Pick<SceneProps, "fleet" | "capacity" | "push">) {
  const t = useText();
  const { used, total } = capacity?.data ?? { used: 0, total: null };
  const whole = total === null ? t("statistics.screen.noLimit") : formatBytes(total);
  const days = fleet?.days ?? [];
  return (
    <div className={styles.ringScene}>
      <ScreenRing
        label={t("statistics.screen.stored")}
        share={total === null ? undefined : Math.min(1, used / total)}
        note={capacity ? `${formatBytes(used)} / ${whole}` : UNKNOWN}
      />
      <div className={styles.stacked}>
        <ScreenTrend
          title={t("statistics.screen.bytesPerDay")}
          newest={formatBytes(days.at(-1)?.bytes)}
          bars={days.map(({ day, bytes }) => ({ key: day, parts: [{ value: bytes }] }))}
        />
        {push !== null && <PushFigures push={push} />}
      </div>
    </div>
  );
}

function Spread({ rows, rollouts }: Pick<SceneProps, "rows" | "rollouts">) {
  const t = useText();
  const versions = firmwareSpread(rows ?? []).map(({ name, part, whole }) => ({
    key: name,
    name: name || t("statistics.screen.unknown"),
    share: part / Math.max(1, whole),
    value: formatNumber(part),
  }));
  const spread = <ScreenBars title={t("statistics.screen.firmware")} rows={versions} />;
  if (rollouts === null) return spread;
  return (
    <div className={styles.halves}>
      {spread}
      <Rollouts rollouts={rollouts} />
    </div>
  );
}

function Desk({ fleet, orders }: { fleet: FleetStatistics | undefined; orders: readonly ScreenOrder[] | undefined }) {
  const t = useText();
  const days = fleet?.days ?? [];
  const top = highest(fleet?.groups ?? [], TOP, ({ bytes }) => bytes).filter(({ bytes }) => bytes > 0);
  const most = Math.max(1, top[0]?.bytes ?? 0);
  return (
    <div className={styles.thirds}>
      <ScreenTrend
        title={t("statistics.screen.alarmsPerDay")}
        newest={formatNumber(days.length > 0 ? days.slice(-1).reduce((sum, day) => sum + alarmsOf(day), 0) : undefined)}
        bars={days.map(({ day, urgent, ordinary, tip }) => ({
          key: day,
          parts: [
            { level: "tip", value: tip },
            { level: "ordinary", value: ordinary },
            { level: "urgent", value: urgent },
          ],
        }))}
      />
      <ScreenBars
        title={t("statistics.screen.top")}
        rows={top.map(({ id, name, bytes }) => ({
          key: id ?? "",
          name,
          share: bytes / most,
          value: formatBytes(bytes),
        }))}
      />
      <Orders orders={orders} />
    </div>
  );
}

function Orders({ orders }: { orders: readonly ScreenOrder[] | undefined }) {
  const t = useText();
  const title = t("statistics.screen.openOrders");
  return (
    <div className={styles.block}>
      <h2>{title}</h2>
      {orders?.length === 0 ? (
        <p className={styles.quiet}>{t("statistics.screen.none")}</p>
      ) : (
        <ul className={styles.rows} aria-label={title}>
          {orders?.slice(0, ORDERS).map(({ id, name, status, sinceMs }) => (
            <li key={id} className={styles.row}>
              <div>
                <strong>{name}</strong>
                <span>
                  {status} · <RelativeTime at={sinceMs} of={null} />
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
