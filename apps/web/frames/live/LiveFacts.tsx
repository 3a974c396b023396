import "./live-texts.ts";
import { useEffect, useRef, useState } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTooltip } from "../../ui/float/use-tooltip.tsx";
import styles from "./live.module.css";
import type { LiveFrames } from "./live-model.ts";
import { useLiveStatus } from "./use-live-status.ts";

const EVERY_MS = 500;

interface LiveFactsProps {
  live: LiveFrames;
  thingsId: string;
  /** Null: all. */
  channel: number | null;
  stale: boolean;
  view: "all" | "ids";
}

/** What is true now: rate and load as the server counts them; in the view of all frames, those that scrolled by. */
export function LiveFacts({ live, thingsId, channel, stale, view }: LiveFactsProps) {
  const t = useText();
  const status = useLiveStatus(thingsId);
  const counts = useCounts(live);

  const channels = (status?.channels ?? []).filter((one) => channel === null || one.channel === channel);
  const rate = status ? channels.reduce((sum, one) => sum + one.framesPerSecond, 0) : null;
  const load = channels.length > 0 ? Math.max(...channels.map((one) => one.load)) : null;
  return (
    <div className={styles.facts} data-stale={stale} data-testid="live-facts">
      <span>
        <strong>{formatNumber(rate && Math.round(rate))}</strong> {t("frames.live.rate")}
      </span>
      <span aria-hidden="true">·</span>
      <span>
        {t("frames.live.load")} <strong>{load === null ? "—" : `${Math.round(load * 100)} %`}</strong>
      </span>
      {view === "all" && counts.passed > 0 && (
        <Counted
          text={t("frames.live.passed", { count: formatNumber(counts.passed) })}
          hint={t("frames.live.passedHint")}
        />
      )}
      {counts.missed > 0 && (
        <Counted
          text={t("frames.live.missed", { count: formatNumber(counts.missed) })}
          hint={t("frames.live.missedHint")}
        />
      )}
    </div>
  );
}

function Counted({ text, hint }: { text: string; hint: string }) {
  const { target, bubble } = useTooltip(hint, { describes: true });
  return (
    <>
      <span aria-hidden="true">·</span>
      <span {...target}>{text}</span>
      {bubble}
    </>
  );
}

/** Frames that were not on the screen, and why: they went by too fast, or the server left them out. */
function useCounts(live: LiveFrames): { passed: number; missed: number } {
  const [counts, setCounts] = useState({ passed: 0, missed: 0 });
  useEffect(() => {
    const timer = setInterval(() => {
      const { passed, missed } = live;
      setCounts((old) => (old.passed === passed && old.missed === missed ? old : { passed, missed }));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [live]);
  return counts;
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
