import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import type { OperationData, ScreenRollout } from "./operation-data.ts";
import styles from "./screen.module.css";

const ROLLOUTS = 5;

/** One that stopped by itself needs a person; one with failures should be looked at. */
const levelOf = ({ isHalted, state, failed }: ScreenRollout) =>
  isHalted ? "urgent" : state === "paused" || failed > 0 ? "ordinary" : undefined;

/** Rollouts that have not ended, each with its wave and how far it is. */
export function Rollouts({ rollouts }: { rollouts: Exclude<OperationData["rollouts"], null> }) {
  const t = useText();
  const title = t("statistics.work.rollouts");
  return (
    <div className={styles.block} data-block="rollouts">
      <h2>
        {title} <strong>{formatNumber(rollouts?.count)}</strong>
      </h2>
      {rollouts?.count === 0 ? (
        <p className={styles.quiet}>{t("statistics.work.noRollouts")}</p>
      ) : (
        <ul className={styles.rows} aria-label={title}>
          {rollouts?.list.slice(0, ROLLOUTS).map((one) => (
            <RolloutRow key={one.id} rollout={one} />
          ))}
        </ul>
      )}
    </div>
  );
}

function RolloutRow({ rollout }: { rollout: ScreenRollout }) {
  const t = useText();
  const { name, state, wave, waves, done, failed, devices } = rollout;
  const share = devices === 0 ? 0 : ((done + failed) / devices) * 100;
  const words = [
    t(`statistics.work.${state}`),
    t("statistics.work.wave", { wave, waves }),
    `${formatNumber(done)} / ${formatNumber(devices)}`,
    ...(failed > 0 ? [t("statistics.work.failedDevices", { count: failed })] : []),
  ];
  return (
    <li className={styles.row} data-rollout={state}>
      <div>
        <strong>{name}</strong>
        <i className={styles.track}>
          <i className={styles.fill} data-level={levelOf(rollout)} style={{ width: `${share}%` }} />
        </i>
        <span>{words.join(" · ")}</span>
      </div>
    </li>
  );
}

const FIGURES = ["sent", "waiting", "failed"] as const;

/** Deliveries of push rules: what went, what waits, what was given up. */
export function PushFigures({ push }: { push: Exclude<OperationData["push"], null> }) {
  const t = useText();
  const month =
    push && `${formatNumber(push.month)}${push.monthLimit === null ? "" : ` / ${formatNumber(push.monthLimit)}`}`;
  return (
    <div className={styles.block} data-block="push">
      <h2>
        {t("statistics.work.push")} {month && <strong>{t("statistics.work.month", { count: month })}</strong>}
      </h2>
      <dl className={styles.pushFigures}>
        {FIGURES.map((name) => (
          <div
            key={name}
            data-push={name}
            data-level={name === "failed" && push && push.failed > 0 ? "urgent" : undefined}
          >
            <dt>{t(`statistics.work.${name}`)}</dt>
            <dd>{formatNumber(push?.[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
