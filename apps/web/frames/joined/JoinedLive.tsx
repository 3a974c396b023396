import { channelName } from "@canopy/contract/device-link/channels";
import "./joined-texts.ts";
import { useEffect, useRef, useState } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { join } from "../../ui/join.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { liveClient } from "../live/live-client.ts";
import type { JoinedDevice } from "./JoinedChannels.tsx";
import styles from "./joined.module.css";
import { drawRows } from "./joined-draw.ts";
import { JoinedFrames } from "./joined-rows.ts";

/** Often enough for the three ages of a changed byte, seldom enough for a slow machine. */
const DRAW_MS = 120;

/** By keyboard too, since nothing inside takes the focus. */
const SCROLLS = { tabIndex: 0 };

interface Seen {
  lines: number;
  shown: number;
  missed: number;
}

/** DEV-11: the frames of all devices of the vehicle in one table. They never pass through React. */
export function JoinedLive({ devices }: { devices: readonly JoinedDevice[] }) {
  const t = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const [seen, setSeen] = useState<Seen>({ lines: 0, shown: 0, missed: 0 });
  const [refused, setRefused] = useState<{ device: string; code: string }>();
  const watched = JSON.stringify(devices.map(({ thingsId, name, channels }) => ({ thingsId, name, channels })));

  useEffect(() => {
    const sources: Pick<JoinedDevice, "thingsId" | "name" | "channels">[] = JSON.parse(watched);
    const joined = new JoinedFrames(sources.length);
    let missed = 0;
    setRefused(undefined);
    const stops = sources.map(({ thingsId, name, channels }, device) =>
      liveClient().watchFrames(
        { deviceId: thingsId, channels },
        {
          onBatch: (batch) => {
            const table = joined.tables[device];
            for (let i = 0; i < batch.length; i++) table?.add(batch, i, performance.now());
          },
          onMissed: (frames) => {
            missed += frames;
          },
          onError: (code) => setRefused({ device: name, code }),
        },
      ),
    );
    const names = sources.map(({ name }) => name);
    const timer = setInterval(() => {
      const rows = joined.rows(performance.now());
      if (body.current) drawRows(body.current, rows, names, channelName);
      const next = { lines: joined.total, shown: rows.length, missed };
      setSeen((old) => (sameSeen(old, next) ? old : next));
    }, DRAW_MS);
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [watched]);

  const all = seen.lines === seen.shown;
  return (
    <Card
      title={t("frames.joined.live")}
      aside={
        <span className={styles.quiet}>
          {all
            ? t("frames.joined.lines", { count: formatNumber(seen.lines) })
            : t("frames.joined.linesOf", { shown: formatNumber(seen.shown), count: formatNumber(seen.lines) })}
        </span>
      }
    >
      {refused && <Banner level="ordinary">{t("frames.joined.refused", refused)}</Banner>}
      {seen.missed > 0 && (
        <p className={styles.note}>{t("frames.joined.missed", { count: formatNumber(seen.missed) })}</p>
      )}
      {seen.lines === 0 && <EmptyState title={t("frames.joined.waiting")} text={t("frames.joined.waitingNote")} />}
      <section
        className={join(styles.scroll, styles.frames)}
        aria-label={t("frames.joined.live")}
        {...SCROLLS}
        hidden={seen.lines === 0}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("frames.joined.device")}</th>
              <th scope="col">{t("frames.joined.channel")}</th>
              <th scope="col">{t("frames.joined.id")}</th>
              <th scope="col">{t("frames.joined.data")}</th>
              <th scope="col">{t("frames.joined.ascii")}</th>
              <th scope="col" className={styles.end}>
                {t("frames.joined.cycle")}
              </th>
              <th scope="col" className={styles.end}>
                {t("frames.joined.count")}
              </th>
            </tr>
          </thead>
          <tbody ref={body} data-bytes={styles.bytes} data-end={styles.end} />
        </table>
      </section>
    </Card>
  );
}

function sameSeen(a: Seen, b: Seen): boolean {
  return a.lines === b.lines && a.shown === b.shown && a.missed === b.missed;
}
