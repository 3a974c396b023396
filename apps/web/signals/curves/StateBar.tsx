import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import type { CurveLook } from "../paint/curve-look.ts";
import "./curve-texts.ts";
import type { SignalInfo } from "../choose/signal-info.ts";
import type { StateTime } from "../samples/window-statistics.ts";
import styles from "./values.module.css";

/** The duration of each state as a share of the known time. */
export function StateBar({ info, states, look }: { info: SignalInfo; states: readonly StateTime[]; look: CurveLook }) {
  const t = useText();
  const formats = useTimeFormats();
  const total = states.reduce((sum, { us }) => sum + us, 0);
  if (total === 0) return <span className={styles.figures}>{t("signals.values.none")}</span>;
  const ranks = [...info.stateNames.keys()];
  const name = (value: number) => info.stateNames.get(value) ?? String(value);
  const percent = (us: number) => `${formatNumber((us / total) * 100, { digits: us / total < 0.01 ? 1 : 0 })} %`;
  return (
    <ul className={styles.states}>
      {states.map(({ value, us }) => {
        const { ground, text } = look.lane(Math.max(0, ranks.indexOf(value)));
        const label = `${name(value)} ${percent(us)}`;
        return (
          <li
            key={value}
            style={{ flexGrow: us / total, background: ground, color: text }}
            title={`${label} · ${formats.duration(us / 1000)}`}
          >
            <span>{us / total > 0.12 ? label : percent(us)}</span>
          </li>
        );
      })}
    </ul>
  );
}
