import { useEffect, useRef } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import styles from "../frames.module.css";
import type { LiveFrames } from "./live-model.ts";
import { useLiveStatus } from "./use-live-status.ts";

const EVERY_MS = 500;

interface LiveFactsProps {
  live: LiveFrames;
  thingsId: string;
  /** Null: all. */
  channel: number | null;
  stale: boolean;
}

/** What is true now: rate and load as the server counts them, and what this page could not draw. */
export function LiveFacts({ live, thingsId, channel, stale }: LiveFactsProps) {
  const t = useText();
  const status = useLiveStatus(thingsId);
  const undrawn = useRef<HTMLElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      if (undrawn.current) undrawn.current.textContent = formatNumber(live.undrawn + live.missed);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [live]);

  const channels = (status?.channels ?? []).filter((one) => channel === null || one.channel === channel);
  const rate = status ? channels.reduce((sum, one) => sum + one.framesPerSecond, 0) : null;
  const load = channels.length > 0 ? Math.max(...channels.map((one) => one.load)) : null;
  return (
    <div className={styles.facts} data-stale={stale}>
      <span>
        <strong>{formatNumber(rate && Math.round(rate))}</strong> {t("frames.live.rate")}
      </span>
      <span aria-hidden="true">·</span>
      <span>
        {t("frames.live.load")} <strong>{load === null ? "—" : `${Math.round(load * 100)} %`}</strong>
      </span>
      <span aria-hidden="true">·</span>
      <span title={t("frames.live.undrawnHint")}>
        {t("frames.live.undrawn")} <strong ref={undrawn}>0</strong>
      </span>
    </div>
  );
}

/** A pause keeps collecting: how much has come since. */
export function PausedNote({ live }: { live: LiveFrames }) {
  const t = useText();
  const note = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      if (note.current) note.current.textContent = t("frames.live.collected", { count: formatNumber(live.collected) });
    };
    write();
    const timer = setInterval(write, EVERY_MS);
    return () => clearInterval(timer);
  }, [live, t]);
  return <span ref={note} className={styles.collected} />;
}
