import { useText } from "../../platform/i18n.ts";
import { formatTime, viewerZone, zoneName } from "../../platform/time-formats.ts";
import { Sign } from "../../ui/marks/Sign.tsx";
import { type MonitorView, usePlaced } from "./monitor-view.ts";
import { NearAlarms, NearCurves, NearLoads, NearMap, NearOnline } from "./NearCards.tsx";
import { NearFigures } from "./NearFigures.tsx";
import styles from "./near.module.css";
import { CommonTools, LiveText } from "./ScreenFrame.tsx";
import { toggleFull, useScreenKeys } from "./use-scenes.ts";
import { useLostSince, useWall } from "./use-wall.ts";

/** Pages, E4: the same fleet for those who sit before it, all at once. */
export function MonitorNear({ view }: { view: MonitorView }) {
  const t = useText();
  const lostMs = useLostSince();
  useWall();
  useScreenKeys({ f: toggleFull, ...view.keys });
  const devices = usePlaced(view);
  const zone = viewerZone();
  return (
    <main className={styles.near} data-size="near" data-lost={lostMs !== undefined}>
      <header className={styles.head}>
        <Sign />
        <h1>{t("statistics.screen.monitor")}</h1>
        <LiveText lostMs={lostMs} trouble={view.trouble} />
        <time className={styles.clock}>{formatTime(view.nowMs, zone, "second").slice(11)}</time>
        <span className={styles.date}>
          {formatTime(view.nowMs, zone, "day")} {zoneName(view.nowMs, zone)}
        </span>
        <span className={styles.tools}>
          {view.tools}
          <CommonTools />
        </span>
      </header>
      <section className={styles.figures} aria-label={t("statistics.screen.figures")}>
        <NearFigures view={view} />
      </section>
      {view.rows?.length === 0 ? (
        <p className={styles.quiet}>{t("statistics.screen.noDevices")}</p>
      ) : (
        <div className={styles.columns}>
          <div className={styles.left}>
            <NearOnline view={view} />
            <NearLoads view={view} />
          </div>
          <NearMap devices={devices} view={view} />
          <div className={styles.right}>
            <NearAlarms view={view} />
            <NearCurves view={view} />
          </div>
        </div>
      )}
    </main>
  );
}
