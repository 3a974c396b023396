import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import type { PanelData } from "@canopy/contract/statistics/panels";
import { formatNumber } from "../../platform/formats.ts";
import { gaugeShare, isOver, readingOf } from "./panel-data.ts";
import styles from "./panels.module.css";

/** Signals beside each other on one scale, with a line at their limit. */
export function BarWidget({ widget, data }: { widget: Widget; data: PanelData | undefined }) {
  const { limit, min, max } = widget;
  const limitAt = limit !== null && limit > min && limit < max ? gaugeShare(limit, widget) : undefined;
  return (
    <div className={styles.bars}>
      <ul>
        {widget.signals.map(({ signal, channel, message_id }, i) => {
          const one = data?.signals[widget.id]?.[i];
          const reading = readingOf(one, data?.now ?? 0);
          const share = typeof reading?.value === "number" ? gaugeShare(reading.value, widget) : 0;
          return (
            <li
              key={`${channel} ${message_id} ${signal}`}
              data-stale={reading?.isStale ?? true}
              data-over={isOver(widget, reading)}
            >
              <span>{signal}</span>
              {one?.state === "failed" ? (
                <em>{one.message}</em>
              ) : (
                <>
                  <i className={styles.barTrack}>
                    <i style={{ width: `${share * 100}%` }} data-bar={Math.round(share * 100)} />
                    {limitAt !== undefined && <i style={{ insetInlineStart: `${limitAt * 100}%` }} data-limit />}
                  </i>
                  <b>
                    {reading?.text ?? formatNumber(reading?.value, { digits: widget.decimals })}{" "}
                    {reading?.text === null && <small>{reading.unit}</small>}
                  </b>
                </>
              )}
            </li>
          );
        })}
      </ul>
      <small className={styles.barEnds}>
        <span>{formatNumber(min)}</span>
        <span>{formatNumber(max)}</span>
      </small>
    </div>
  );
}
