import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { IdHealth } from "@canopy/contract/frames/bus-health";
import { useState } from "react";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { join } from "../../ui/join.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import type { FrameDecoders } from "../rows/frame-decoders.ts";
import styles from "./bus-health.module.css";
import { type BusHealth, idText, jitterShare } from "./bus-health-query.ts";
import { shareText } from "./share-text.ts";

/** More than this of its cycle is a lot: bold. */
const LARGE_JITTER = 0.1;

interface IdSharesProps {
  health: BusHealth;
  channel: number;
  /** Those that name the frames of the channel. */
  decoders: FrameDecoders;
}

/** Which identifiers use the bus, and how steadily they come. */
export function IdShares({ health, channel, decoders }: IdSharesProps) {
  const t = useText();
  const [order, setOrder] = useState<"share" | "jitter">("share");
  const rows =
    order === "share" ? health.ids : health.ids.toSorted((a, b) => jitterShare(b.cycle_us) - jitterShare(a.cycle_us));
  const most = Math.max(1e-9, ...health.ids.map(({ load }) => load));
  return (
    <Card
      title={t("frames.health.idsTitle")}
      aside={
        <Segmented
          label={t("frames.health.order")}
          options={[
            { value: "share", label: t("frames.health.byShare") },
            { value: "jitter", label: t("frames.health.byJitter") },
          ]}
          value={order}
          onChange={setOrder}
        />
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={t("frames.health.noIds")} text={t("frames.health.noIdsText")} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
        <section className={styles.scroll} aria-label={t("frames.health.idsTitle")} tabIndex={0}>
          <table className={styles.ids}>
            <thead>
              <tr>
                <th scope="col">{t("frames.health.id")}</th>
                <th scope="col">{t("frames.health.share")}</th>
                <th scope="col" className={styles.end}>
                  {t("frames.health.count")}
                </th>
                <th scope="col" className={styles.end}>
                  {t("frames.health.cycle")}
                </th>
                <th scope="col" className={styles.end}>
                  {t("frames.health.jitter")}
                </th>
                <th scope="col">{t("frames.health.spread")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <IdRow key={`${row.id}${row.extended}`} row={row} most={most} name={nameOf(decoders, channel, row)} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

function nameOf(decoders: FrameDecoders, channel: number, { id, extended }: IdHealth): string | undefined {
  return decoders.find({ channel, id, flags: extended ? FLAG_EXTENDED : 0 })?.message.message.name;
}

function IdRow({ row, most, name }: { row: IdHealth; most: number; name: string | undefined }) {
  const { cycle_us: cycle } = row;
  const large = jitterShare(cycle) > LARGE_JITTER;
  const ms = (us: number | undefined) => (us === undefined ? UNKNOWN : formatNumber(us / 1000, { digits: 1 }));
  return (
    <tr>
      <th scope="row">
        <span className="mono">{idText(row.id, row.extended)}</span>
        {name !== undefined && (
          <span className={styles.message} title={name}>
            {name}
          </span>
        )}
      </th>
      <td>
        <span className={styles.shareCell}>
          <span className={styles.shareTrack}>
            <span style={{ width: `${(row.load / most) * 100}%` }} />
          </span>
          <span className={styles.end}>{shareText(row.load)}</span>
        </span>
      </td>
      <td className={styles.end}>{formatNumber(row.frames)}</td>
      <td className={styles.end}>{ms(cycle?.mean)}</td>
      <td className={join(styles.end, large && styles.large)}>{cycle ? `± ${ms(cycle.sigma)}` : UNKNOWN}</td>
      <td>{cycle && <Spread cycle={cycle} large={large} />}</td>
    </tr>
  );
}

/** From 60 to 140 % of the mean cycle. */
const REACH = 0.4;

function Spread({ cycle, large }: { cycle: { mean: number; min: number; max: number }; large: boolean }) {
  const place = (us: number) => `${Math.min(100, Math.max(0, 50 + ((us - cycle.mean) / cycle.mean / REACH) * 50))}%`;
  return (
    <span className={join(styles.spread, large && styles.spreadLarge)}>
      <span style={{ left: place(cycle.min), right: `calc(100% - ${place(cycle.max)})` }} />
      <i />
    </span>
  );
}
