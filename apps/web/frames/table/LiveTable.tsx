import { ArrowDown } from "lucide-react";
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { join } from "../../ui/join.ts";
import type { DeviceDbc } from "../filter/device-dbc.ts";
import type { FrameTest } from "../filter/filter-resolve.ts";
import styles from "../frames.module.css";
import type { LiveFrames } from "../live/live-model.ts";
import { FrameView } from "./frame-view.ts";
import type { IdRow } from "./id-table.ts";
import { rowHeight, type TableLayout } from "./table-layout.ts";
import { useHeadWords, useRowWords } from "./use-row-words.ts";

interface LiveTableProps {
  live: LiveFrames;
  view: "all" | "ids";
  dbc: DeviceDbc | null;
  test: FrameTest | null;
  online: boolean;
  /** The connection is broken: what stands there is no longer live. */
  stale: boolean;
  onSendAgain(row: IdRow): void;
}

const FIRST_LAYOUT: TableLayout = { narrow: false, bytesPerLine: 8, signalColumns: 3 };

/** React draws the head and the place; the rows are `FrameView`'s, once per animation frame. */
export function LiveTable({ live, view, dbc, test, online, stale, onSendAgain }: LiveTableProps) {
  const t = useText();
  const words = useRowWords(dbc);
  const head = useHeadWords(view);
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<FrameView>(undefined);
  const [layout, setLayout] = useState(FIRST_LAYOUT);
  const [following, setFollowing] = useState(true);
  const [isEmpty, setEmpty] = useState(live.received === 0);
  const sendAgain = useEffectEvent(onSendAgain);

  useEffect(() => {
    if (!host.current) return;
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const setting = { view, decoder: dbc?.decoder ?? null, words, head, reducedMotion, onSendAgain: sendAgain };
    const drawn = new FrameView(host.current, live, setting);
    drawing.current = drawn;
    drawn.onLayout = setLayout;
    drawn.onFollowing = setFollowing;
    setLayout(drawn.layout);
    setFollowing(true);
    let frame = requestAnimationFrame(function step(nowMs) {
      drawn.draw(nowMs);
      if (live.received > 0) setEmpty(false);
      frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      drawn.destroy();
    };
  }, [live, view, dbc, words, head]);

  useEffect(() => {
    live.arrange(test, (size) => rowHeight(layout, size));
    drawing.current?.refresh();
  }, [live, test, layout]);

  const style = { "--per-line": layout.bytesPerLine, "--signal-columns": layout.signalColumns } as CSSProperties;
  return (
    <div className={join(styles.card, styles[view])} style={style} data-stale={stale}>
      <div ref={host} className={styles.host} />
      {isEmpty && (
        <p className={styles.waiting} role="status">
          {t(online ? "frames.live.waiting" : "frames.live.waitingOffline")}
        </p>
      )}
      {view === "all" && !following && (
        <div className={styles.overlay}>
          <Button
            icon={ArrowDown}
            onClick={() => {
              setFollowing(true);
              drawing.current?.follow();
            }}
          >
            {t("frames.live.follow")}
          </Button>
        </div>
      )}
    </div>
  );
}
