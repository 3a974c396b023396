import { channelName } from "@canopy/contract/device-link/channels";
import { frameTimeBar } from "@canopy/contract/frames/history";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { use, useEffect, useMemo, useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { historyReader } from "../history/history-reader.ts";
import "../history/history-texts.ts";
import type { AskedRange } from "../points/point-range.ts";
import { FrameDecoders } from "../rows/frame-decoders.ts";
import { clockDetail } from "../rows/row-clock.ts";
import { StoredSource } from "../sources/stored-source.ts";
import { FrameTable } from "../table/FrameTable.tsx";
import { FrameWaysContext } from "../table/frame-ways.ts";
import { SelectionBar } from "../table/SelectionBar.tsx";
import { ViewMenu } from "../table/ViewMenu.tsx";
import { bucketPath } from "../time-bar/time-bar-shape.ts";
import type { JoinedDevice } from "./JoinedChannels.tsx";
import styles from "./joined.module.css";
import { joinedReader } from "./joined-reader.ts";
import "./joined-texts.ts";

const BUCKETS = 240;
const LANE = { width: 1000, height: 28 };

/** What of the range belongs to the vehicle; undefined: nothing. */
function rangeWithin({ window }: JoinedDevice, range: { fromMs: number; toMs: number }) {
  if (!window) return range;
  const within = { fromMs: Math.max(range.fromMs, window.fromMs), toMs: Math.min(range.toMs, window.toMs) };
  return within.fromMs < within.toMs ? within : undefined;
}

interface JoinedHistoryProps {
  devices: readonly JoinedDevice[];
  range: { fromMs: number; toMs: number };
  onDevice(thingsId: string): void;
}

/** DEV-11: one lane per channel over one common time: where each has data, and where it is missing. */
export function JoinedLanes({ devices, range, onDevice }: JoinedHistoryProps) {
  const t = useText();
  const { time } = useTimeFormats();
  const lanes = devices.flatMap((device) => {
    const within = rangeWithin(device, range);
    return within ? device.channels.map((channel) => ({ device, channel, within })) : [];
  });
  const answers = useQueries({
    queries: lanes.map(({ device, channel, within: { fromMs, toMs } }) => ({
      queryKey: [frameTimeBar.name, device.thingsId, "lane", channel, fromMs, toMs],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const filters = JSON.stringify({ channels: [channel] });
        const query = { start_time: fromMs, end_time: toMs, buckets: BUCKETS, filters };
        return (await api(frameTimeBar, { params: { things_id: device.thingsId }, query }, { signal })).data;
      },
      placeholderData: keepPreviousData,
    })),
  });
  return (
    <Card title={t("frames.joined.presence")}>
      <div className={styles.lanes}>
        {lanes.map(({ device, channel, within }, i) => {
          const key = `${device.thingsId}/${channel}/${within.toMs === range.toMs ? "" : within.toMs}`;
          const data = answers[i]?.data;
          const words = { device: device.name, channel: channelName(channel) };
          const presence = data && {
            startMs: data.start_time,
            bucketMs: data.bucket_us / 1000,
            frames: data.frames,
            gaps: [],
          };
          const path = presence ? bucketPath(presence, range, LANE) : "";
          return [
            <span key={`${key}/name`} className={styles.laneName}>
              <bdi dir="auto">{device.name}</bdi>
              <code>{channelName(channel)}</code>
            </span>,
            <svg
              key={`${key}/lane`}
              className={styles.lane}
              viewBox={`0 0 ${LANE.width} ${LANE.height}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={`${t("frames.joined.presenceOf", words)}${presence && path === "" ? `: ${t("frames.joined.presenceNone")}` : ""}`}
            >
              <path d={path} />
            </svg>,
            <Button key={`${key}/open`} kind="link" onClick={() => onDevice(device.thingsId)}>
              {t("frames.joined.open")}
            </Button>,
          ];
        })}
        <span className={styles.axis} aria-hidden="true">
          <span>{time(range.fromMs, "minute")}</span>
          <span>{time(range.toMs, "minute")}</span>
        </span>
      </div>
    </Card>
  );
}

const LIST = "frames.joined";

interface JoinedFrameListProps {
  devices: readonly JoinedDevice[];
  range: AskedRange;
}

/** DEV-11: the stored frames of all channels in the order of time. While the range moves on they stand still until Refresh. */
export function JoinedFrameList({ devices, range: asking }: JoinedFrameListProps) {
  const t = useText();
  const { range, refresh } = useSteadyRange({ live: asking.kind !== "own", range: asking });
  const [round, setRound] = useState(0);
  const { decoders: bound, isOpening } = use(FrameWaysContext);
  const decoders = useMemo(() => new FrameDecoders(bound, isOpening), [bound, isOpening]);
  const asked = JSON.stringify(
    devices.flatMap((device, at) => {
      const within = rangeWithin(device, range);
      return within ? [{ at, thingsId: device.thingsId, channels: device.channels, within }] : [];
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same anew
  const source = useMemo(() => {
    const parts: { thingsId: string; channels: number[]; within: TimeSpan }[] = JSON.parse(asked);
    const readers = parts.map(({ thingsId, channels, within }) =>
      historyReader({ thingsId, ...within, filters: { channels } }),
    );
    return new StoredSource(joinedReader(readers));
  }, [asked, round]);
  useEffect(() => {
    source.open("start");
    return () => source.close();
  }, [source]);
  const names = useMemo(() => {
    const parts: { at: number }[] = JSON.parse(asked);
    return parts.map(({ at }) => devices[at]?.name ?? "");
  }, [asked, devices]);
  const again = () => {
    refresh();
    setRound(round + 1);
  };
  const tools = (
    <>
      <IconButton icon={RotateCw} edge label={t("frames.history.refresh")} onClick={again} />
      <ViewMenu list={LIST} />
    </>
  );
  return (
    <Card title={t("frames.joined.frames")} aside={tools}>
      <section className={styles.frames} aria-label={t("frames.joined.frames")}>
        <FrameTable
          list={LIST}
          label={t("frames.joined.frames")}
          source={source}
          decoders={decoders}
          clock={clockDetail(range.fromMs, range.toMs, Date.now())}
          devices={names}
          bar={(frames, clear) => <SelectionBar frames={frames} decoders={decoders} onClear={clear} />}
          empty={<EmptyState title={t("frames.joined.noFrames")} text={t("frames.joined.noFramesNote")} />}
        />
      </section>
    </Card>
  );
}
