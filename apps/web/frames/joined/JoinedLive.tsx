import "./joined-texts.ts";
import { use, useEffect, useMemo, useState } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { liveClient } from "../live/live-client.ts";
import { LiveFrames } from "../live/live-model.ts";
import { FrameDecoders } from "../rows/frame-decoders.ts";
import { IdLines } from "../sources/id-lines.ts";
import { FrameTable } from "../table/FrameTable.tsx";
import { FrameWaysContext } from "../table/frame-ways.ts";
import { ViewMenu } from "../table/ViewMenu.tsx";
import type { JoinedDevice } from "./JoinedChannels.tsx";
import styles from "./joined.module.css";

const LIST = "frames.joined.live";
/** Lines alone are shown: few frames of each device are kept. */
const KEPT_FRAMES = 1000;

/** DEV-11: the frames of all devices of the vehicle in one table, a line per identifier. They never pass through React. */
export function JoinedLive({ devices }: { devices: readonly JoinedDevice[] }) {
  const t = useText();
  const { decoders: bound, isOpening } = use(FrameWaysContext);
  const decoders = useMemo(() => new FrameDecoders(bound, isOpening), [bound, isOpening]);
  const [missed, setMissed] = useState(0);
  const [refused, setRefused] = useState<{ device: string; code: string }>();
  const watched = JSON.stringify(devices.map(({ thingsId, name, channels }) => ({ thingsId, name, channels })));
  const sources = useMemo((): Pick<JoinedDevice, "thingsId" | "name" | "channels">[] => JSON.parse(watched), [watched]);
  const lives = useMemo(() => sources.map(() => new LiveFrames(KEPT_FRAMES)), [sources]);
  const lines = useMemo(() => new IdLines(lives), [lives]);
  const names = useMemo(() => sources.map(({ name }) => name), [sources]);

  useEffect(() => {
    setRefused(undefined);
    const stops = sources.map(({ thingsId, name, channels }, device) =>
      liveClient().watchFrames(
        { deviceId: thingsId, channels },
        {
          onBatch: (batch, { isFilled }) => lives[device]?.add(batch, performance.now(), isFilled),
          onMissed: (frames) => setMissed((before) => before + frames),
          onError: (code) => setRefused({ device: name, code }),
        },
      ),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [sources, lives]);

  return (
    <Card title={t("frames.joined.live")} aside={<ViewMenu list={LIST} view="ids" />}>
      {refused && <Banner level="ordinary">{t("frames.joined.refused", refused)}</Banner>}
      {missed > 0 && <p className={styles.note}>{t("frames.joined.missed", { count: formatNumber(missed) })}</p>}
      <section className={styles.frames} aria-label={t("frames.joined.live")}>
        <FrameTable
          list={LIST}
          label={t("frames.joined.live")}
          source={lines}
          view="ids"
          decoders={decoders}
          clock="clock"
          devices={names}
          empty={<EmptyState title={t("frames.joined.waiting")} text={t("frames.joined.waitingNote")} />}
        />
      </section>
    </Card>
  );
}
