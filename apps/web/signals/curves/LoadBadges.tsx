import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import "./curve-texts.ts";
import type { SignalInfos } from "../choose/use-signal-infos.ts";
import type { LoadState } from "../samples/history-loader.ts";
import styles from "./desk.module.css";

interface LoadBadgesProps {
  state: LoadState;
  signals: SignalInfos;
  keys: readonly string[];
}

/** Changes with what the badges say: how long they are. */
export function signOf(state: LoadState, keys: readonly string[]): string {
  return keys.map((key) => (state.items.get(key)?.ok ? key : "")).join();
}

/** The DBC revision used, and whether all samples are loaded. */
export function LoadBadges({ state, signals, keys }: LoadBadgesProps) {
  const t = useText();
  const drawn = keys.flatMap((key) => {
    const item = state.items.get(key);
    const info = signals.infos.get(key);
    return item?.ok && info ? [{ item, info }] : [];
  });
  if (drawn.length === 0) return null;
  const dbcs = new Map(drawn.map(({ item, info }) => [info.dbcId, { name: info.dbcName, revision: item.revision }]));
  const count = formatNumber(drawn.reduce((sum, { item }) => sum + item.count, 0));
  const isReduced = drawn.some(({ item }) => item.samples.pixelUs !== null);
  return (
    <span className={styles.load}>
      {[...dbcs].map(([id, values]) => (
        <Chip key={id} tone="green">
          {t("signals.curve.dbc", values)}
        </Chip>
      ))}
      <span data-curve-kind={isReduced ? "pixels" : "raw"}>
        <Chip>
          {t(isReduced ? "signals.curve.pixels" : "signals.curve.raw", { count, ms: Math.round(state.tookMs ?? 0) })}
        </Chip>
      </span>
    </span>
  );
}
