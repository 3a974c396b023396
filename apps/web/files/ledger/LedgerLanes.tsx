import { channelName } from "@canopy/contract/device-link/channels";
import type { GapLedger } from "@canopy/contract/files/gaps";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { type TimeSpan, ticksOf } from "../../ui/time/timeline.ts";
import { shareText } from "./gap-files.ts";
import styles from "./ledger.module.css";
import "./texts.ts";

const TICKS = 8;

type Lane = GapLedger["lanes"][number];

interface LedgerLanesProps {
  ledger: GapLedger;
  onShow(range: TimeSpan): void;
}

/** A bar for each channel. Its gaps can be clicked; with the keyboard the list below does the same. */
export function LedgerLanes({ ledger, onShow }: LedgerLanesProps) {
  const formats = useTimeFormats();
  const span = { fromMs: ledger.start_time, toMs: Math.max(ledger.end_time, ledger.start_time + 1) };
  const place = (atMs: number) => Math.min(100, Math.max(0, (100 * (atMs - span.fromMs)) / (span.toMs - span.fromMs)));
  if (ledger.lanes.length === 0) return null;
  return (
    <div className={styles.lanes}>
      {ledger.lanes.map((lane) => (
        <div key={lane.channel} className={styles.lane}>
          <span className={styles.channel} aria-hidden="true">
            {channelName(lane.channel)}
          </span>
          <LaneWords lane={lane} />
          <div className={styles.track} aria-hidden="true">
            {lane.runs.map(({ start_time, end_time, state }) => {
              const style = { left: `${place(start_time)}%`, width: `${place(end_time) - place(start_time)}%` };
              const shown = { className: styles.run, "data-state": state, style };
              if (state === "here") return <span key={start_time} {...shown} />;
              const show = () => onShow({ fromMs: start_time, toMs: end_time });
              return <button key={start_time} type="button" tabIndex={-1} onClick={show} {...shown} />;
            })}
          </div>
        </div>
      ))}
      <div className={styles.ticks} aria-hidden="true">
        {ticksOf(span, TICKS).atMs.map((atMs) => (
          <span key={atMs} style={{ left: `${place(atMs)}%` }}>
            {formats.time(atMs, "minute").slice(11)}
          </span>
        ))}
      </div>
    </div>
  );
}

function LaneWords({ lane: { channel, runs } }: { lane: Lane }) {
  const t = useText();
  const here = runs.filter(({ state }) => state === "here");
  const ms = (some: Lane["runs"]) => some.reduce((sum, one) => sum + one.end_time - one.start_time, 0);
  const share = runs.length === 0 ? 0 : ms(here) / ms(runs);
  const words = { here: shareText(share), gaps: runs.length - here.length };
  return <span className={styles.spoken}>{t("files.ledger.lane", { channel: channelName(channel), ...words })}</span>;
}
