import { channelName } from "@canopy/contract/device-link/channels";
import "./joined-texts.ts";
import { frameTimeBar, listFrames } from "@canopy/contract/frames/history";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { bucketPath } from "../time-bar/time-bar-shape.ts";
import type { JoinedDevice } from "./JoinedChannels.tsx";
import styles from "./joined.module.css";
import { type MergedFrame, mergePages } from "./merge-pages.ts";

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

type Cursors = Readonly<Record<number, string>>;

/** DEV-11: the stored frames of all channels in the order of time. */
export function JoinedFrameList({ devices, range }: Omit<JoinedHistoryProps, "onDevice">) {
  const t = useText();
  const [size, setSize] = useState(25);
  const [trail, setTrail] = useState<readonly Cursors[]>([]);
  const cursors = trail.at(-1) ?? {};
  const sources = devices.map((device) => ({ ...device, within: rangeWithin(device, range) }));
  const query = useQuery({
    queryKey: [
      listFrames.name,
      "joined",
      sources.map(({ thingsId, channels, within }) => ({ thingsId, channels, within })),
      size,
      cursors,
    ],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        sources.map(async ({ thingsId, channels, within }, source) => {
          if (!within) return { source, list: [], hasMore: false };
          const cursor = cursors[source];
          const asked = {
            start_time: within.fromMs,
            end_time: within.toMs,
            page_size: size,
            filters: JSON.stringify({ channels }),
            ...(cursor === undefined ? {} : { cursor }),
          };
          const { list } = await api(listFrames, { params: { things_id: thingsId }, query: asked }, { signal });
          return { source, list, hasMore: list.length === size };
        }),
      );
      return mergePages(pages, size, cursors);
    },
    placeholderData: keepPreviousData,
  });
  const next = query.data;
  const columns = useFrameColumns(devices);
  return (
    <Card title={t("frames.joined.frames")}>
      {query.data === undefined && !query.error ? (
        <Skeleton rows={8} columns={4} />
      ) : (
        <ListFrame
          list="frames.joined"
          label={t("frames.joined.frames")}
          columns={columns}
          rows={rowsOfQuery(query, ({ list }) => list)}
          rowKey={({ source, key }) => `${source}/${key}`}
          paging={{
            mode: "keyset",
            size,
            onSize: (chosen) => {
              setSize(chosen);
              setTrail([]);
            },
            onPrevious: trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined,
            onNext: next?.hasMore ? () => setTrail([...trail, next.cursors]) : undefined,
          }}
          empty={<EmptyState title={t("frames.joined.noFrames")} text={t("frames.joined.noFramesNote")} />}
        />
      )}
    </Card>
  );
}

function useFrameColumns(devices: readonly JoinedDevice[]): Column<MergedFrame>[] {
  const t = useText();
  return [
    {
      key: "time",
      title: t("frames.joined.time"),
      always: true,
      card: "title",
      cell: ({ time }) => <TimeText at={Math.floor(Number(time) / 1000)} precision="ms" />,
    },
    {
      key: "device",
      title: t("frames.joined.device"),
      cell: ({ source }) => <bdi dir="auto">{devices[source]?.name}</bdi>,
    },
    { key: "channel", title: t("frames.joined.channel"), card: "aside", cell: ({ channel }) => channelName(channel) },
    {
      key: "id",
      title: t("frames.joined.id"),
      cell: ({ id, extended }) => (
        <span className="mono">{`0x${id
          .toString(16)
          .toUpperCase()
          .padStart(extended ? 8 : 3, "0")}`}</span>
      ),
    },
    { key: "length", title: t("frames.joined.length"), align: "end", cell: ({ length }) => length },
    {
      key: "data",
      title: t("frames.joined.data"),
      cell: ({ data }) => <span className="mono">{data.match(/../g)?.join(" ") ?? ""}</span>,
    },
  ];
}
