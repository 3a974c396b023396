import type { ReactNode } from "react";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Bone } from "../../ui/marks/Skeleton.tsx";
import type { CurveLook } from "../paint/curve-look.ts";
import type { CurveScene } from "./curve-scene.ts";
import "./curve-texts.ts";
import { momentText } from "../paint/time-ticks.ts";
import type { SampleStore } from "../samples/sample-store.ts";
import type { SignalStatistics } from "../samples/statistics-rows.ts";
import { useStatistics } from "../samples/use-statistics.ts";
import type { DrawnItem } from "./drawn-item.ts";
import { figureText, meanText, valueText } from "./LegendValue.tsx";
import { StateBar } from "./StateBar.tsx";
import { useThrottled } from "./use-throttled.ts";
import styles from "./values.module.css";

interface CursorValuesProps {
  scene: CurveScene;
  items: readonly DrawnItem[];
  look: CurveLook;
  /** The store for exact figures; null: live, all samples are in memory. */
  store: SampleStore | null;
  children?: ReactNode;
}

/** Interval between updates of the shown figures. */
const EVERY_MS = 250;

/** Values at both cursors, their difference, and statistics between them; without both cursors, of the range. */
export function CursorValues({ scene, items, look, store, children }: CursorValuesProps) {
  const t = useText();
  const formats = useTimeFormats();
  const cursors = useThrottled(scene.cursors, 30);
  const span = useThrottled(scene.span, EVERY_MS);
  useThrottled(scene.arrivals, EVERY_MS);
  const { aUs, bUs } = cursors;
  const both = aUs !== null && bUs !== null;
  const window = both ? { fromUs: Math.min(aUs, bUs), toUs: Math.max(aUs, bUs) } : span;
  const statistics = useStatistics({ scene, items, window, store });
  const time = (us: number) => momentText(us, span, formats);
  return (
    <section className={styles.values} aria-label={t("signals.values.label")}>
      <header className={styles.head}>
        <h2>{t("signals.values.title")}</h2>
        {both && (
          <span>
            Δt <strong>{durationText(bUs - aUs)}</strong>
          </span>
        )}
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("signals.values.signal")}</th>
            <th scope="col">A{aUs !== null && <span className={styles.time}>{time(aUs)}</span>}</th>
            <th scope="col">B{bUs !== null && <span className={styles.time}>{time(bUs)}</span>}</th>
            <th scope="col">Δ</th>
          </tr>
        </thead>
        {items.map((item) => (
          <SignalRows
            key={item.info.key}
            item={item}
            scene={scene}
            look={look}
            aUs={aUs}
            bUs={bUs}
            found={statistics.get(item.info.key)}
          />
        ))}
      </table>
      <p className={styles.window}>{t(both ? "signals.values.betweenCursors" : "signals.values.inRange")}</p>
      {children}
    </section>
  );
}

interface SignalRowsProps {
  item: DrawnItem;
  scene: CurveScene;
  look: CurveLook;
  aUs: number | null;
  bUs: number | null;
  found: SignalStatistics | undefined;
}

function SignalRows({ item: { info, colour }, scene, look, aUs, bUs, found }: SignalRowsProps) {
  const t = useText();
  const at = (us: number | null) => (us === null ? undefined : scene.sampleAt(info.key, us, info.isState));
  const [a, b] = [at(aUs), at(bUs)];
  const text = (us: number | null, sample: { value: number } | undefined) => {
    if (sample) return valueText(info, sample.value);
    const isComing = us !== null && scene.source.stateOf(info.key, { fromUs: us, toUs: us }) === "coming";
    return isComing ? <Bone width="70%" /> : UNKNOWN;
  };
  const number = (value: number) => figureText(info, value);
  const figures = found?.statistics;
  return (
    <tbody data-signal={info.name}>
      <tr>
        <th scope="row">
          <span className={styles.name} title={info.name}>
            <span
              className={info.isState ? styles.stateSwatch : styles.swatch}
              style={info.isState ? undefined : { background: look.colourOf(colour) }}
            />
            <bdi>{info.name}</bdi> <span className={styles.unit}>{info.unit}</span>
          </span>
        </th>
        <td>{text(aUs, a)}</td>
        <td>{text(bUs, b)}</td>
        <td className={styles.delta}>{a && b ? deltaText(info.isState, b.value - a.value, number) : UNKNOWN}</td>
      </tr>
      <tr className={styles.more}>
        <td colSpan={4}>
          {found?.state !== "here" ? (
            <Unanswered isFailed={found?.state === "failed"} />
          ) : info.isState ? (
            <StateBar info={info} states={found?.states ?? []} look={look} />
          ) : figures ? (
            <span className={styles.figures} data-exact={found?.exact}>
              <span>{t("signals.values.min", { value: number(figures.min) })}</span>
              <span>{t("signals.values.max", { value: number(figures.max) })}</span>
              <span>{t("signals.values.mean", { value: about(found, meanText(info, figures.mean)) })}</span>
              <span>{t("signals.values.rms", { value: about(found, meanText(info, figures.rms)) })}</span>
            </span>
          ) : (
            <span className={styles.figures}>{t("signals.values.none")}</span>
          )}
        </td>
      </tr>
    </tbody>
  );
}

/** Figures that are still loading or failed to load; "no samples" is shown only for a loaded range. */
function Unanswered({ isFailed }: { isFailed: boolean }) {
  const t = useText();
  if (isFailed) return <span className={styles.figures}>{UNKNOWN}</span>;
  return (
    <span className={styles.figures} role="status" aria-label={t("signals.values.loading")}>
      <Bone width="80%" />
    </span>
  );
}

const about = (found: SignalStatistics | undefined, text: string) => (found?.exact ? text : `≈ ${text}`);

function deltaText(isState: boolean, delta: number, number: (value: number) => string): string {
  if (isState) return delta === 0 ? "=" : "≠";
  return delta > 0 ? `+${number(delta)}` : number(delta);
}

/** Milliseconds or seconds with a sign, with enough digits to distinguish two samples. */
function durationText(us: number): string {
  const size = Math.abs(us);
  const sign = us < 0 ? "−" : "";
  if (size < 1_000_000) return `${sign}${formatNumber(size / 1000, { digits: 3 })} ms`;
  return `${sign}${formatNumber(size / 1_000_000, { digits: size < 60_000_000 ? 3 : 1 })} s`;
}
