import { memo } from "react";
import { useText } from "../../platform/i18n.ts";
import { join } from "../../ui/join.ts";
import { SPARK } from "../board/paint-device.ts";
import styles from "./channel.module.css";

interface ChannelCellProps {
  channel: number;
  /** Undefined where the terminal has no such channel. */
  enabled: boolean | undefined;
  /** The first channel says why nothing stands there while the device is away. */
  isFirst: boolean;
  /** On a card the channel carries its name. */
  named?: boolean;
}

/** Load bar, number, a minute's line, frames a second. Empty here: `paintDevice` fills it, beside React. */
export const ChannelCell = memo(function ChannelCell({ channel, enabled, isFirst, named = false }: ChannelCellProps) {
  const t = useText();
  if (enabled !== true) {
    const words = enabled === false ? t("devices.list.disabled") : "—";
    return <span className={styles.noChannel}>{words}</span>;
  }
  return (
    <>
      <span className={join(styles.channel, named && styles.named)} data-channel={channel}>
        {named && <span className={styles.channelName}>{t("devices.list.channel", { n: channel + 1 })}</span>}
        <span className={styles.track}>
          <span className={styles.fill} data-live="fill" />
        </span>
        <span className={styles.load} data-live="load" />
        <svg
          className={styles.spark}
          viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <polygon className={styles.area} data-live="area" />
          <polyline className={styles.line} data-live="line" vectorEffect="non-scaling-stroke" />
        </svg>
        <span className={styles.rate}>
          <span data-live="rate" />
          {named && <span className={styles.unit}>{t("devices.list.perSecond")}</span>}
        </span>
      </span>
      <span className={styles.away}>{isFirst ? t("devices.list.away") : "—"}</span>
    </>
  );
});
