import { channelName } from "@canopy/contract/device-link/channels";
import "./joined-texts.ts";
import { useEffect, useState } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { DataTable } from "../../ui/list/DataTable.tsx";
import { RowCards } from "../../ui/list/RowCards.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { Figure } from "../../ui/marks/Figure.tsx";
import { LoadBar } from "../../ui/marks/LoadBar.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { type LiveStatus, liveClient } from "../live/live-client.ts";
import styles from "./joined.module.css";

/** A device of a vehicle with the channels that belong to it. */
export interface JoinedDevice {
  readonly thingsId: string;
  readonly name: string;
  readonly online: boolean;
  readonly channels: readonly number[];
  /** Only what was recorded in this time belongs to the vehicle. */
  readonly window?: { readonly fromMs: number; readonly toMs: number };
}

interface JoinedChannelsProps {
  devices: readonly JoinedDevice[];
  onDevice(thingsId: string): void;
}

interface Line {
  readonly device: JoinedDevice;
  readonly channel: number;
  readonly online: boolean;
  readonly framesPerSecond: number;
  readonly load: number | null;
  readonly lastFrameAt: number | null;
}

/** DEV-11: every channel of the vehicle, whichever device it is of, as it is now. */
export function JoinedChannels({ devices, onDevice }: JoinedChannelsProps) {
  const t = useText();
  const narrow = useNarrow();
  const statuses = useStatuses(devices);
  const lines = devices.flatMap((device) => device.channels.map((channel) => lineOf(device, channel, statuses)));
  const sum = lines.reduce((total, { framesPerSecond }) => total + framesPerSecond, 0);
  const table = {
    label: t("frames.joined.channels"),
    columns: useLineColumns(),
    rows: lines,
    rowKey: ({ device, channel }: Line) => `${device.thingsId}/${channel}`,
    rowActions: ({ device }: Line) => (
      <Button kind="link" onClick={() => onDevice(device.thingsId)}>
        {t("frames.joined.open")}
      </Button>
    ),
  };
  return (
    <Card
      title={t("frames.joined.channels")}
      aside={<span className={styles.quiet}>{t("frames.joined.sum", { rate: formatNumber(sum, { digits: 0 }) })}</span>}
    >
      {narrow ? (
        <RowCards {...table} />
      ) : (
        <div className={styles.scroll}>
          <DataTable {...table} />
        </div>
      )}
    </Card>
  );
}

function lineOf(device: JoinedDevice, channel: number, statuses: ReadonlyMap<string, LiveStatus>): Line {
  const status = statuses.get(device.thingsId.toLowerCase());
  const own = status?.channels.find((one) => one.channel === channel);
  const online = status?.online ?? device.online;
  return {
    device,
    channel,
    online,
    framesPerSecond: online ? (own?.framesPerSecond ?? 0) : 0,
    load: online && own ? own.load * 100 : null,
    lastFrameAt: own?.lastFrameAt || null,
  };
}

/** At most twice a second, and only what changed: few enough for React. */
function useStatuses(devices: readonly JoinedDevice[]): ReadonlyMap<string, LiveStatus> {
  const [statuses, setStatuses] = useState<ReadonlyMap<string, LiveStatus>>(new Map());
  const ids = devices.map(({ thingsId }) => thingsId).join(",");
  useEffect(
    () =>
      liveClient().watchStatus(ids.split(","), (changed) =>
        setStatuses((known) => new Map([...known, ...changed.map((one) => [one.deviceId, one] as const)])),
      ),
    [ids],
  );
  return statuses;
}

function useLineColumns(): Column<Line>[] {
  const t = useText();
  return [
    {
      key: "device",
      title: t("frames.joined.device"),
      card: "title",
      cell: ({ device }) => <bdi dir="auto">{device.name}</bdi>,
    },
    { key: "channel", title: t("frames.joined.channel"), cell: ({ channel }) => channelName(channel) },
    {
      key: "state",
      title: t("frames.joined.state"),
      card: "aside",
      cell: ({ online }) => (
        <Chip tone={online ? "green" : "neutral"} dot={online}>
          {t(online ? "frames.joined.online" : "frames.joined.offline")}
        </Chip>
      ),
    },
    {
      key: "load",
      title: t("frames.joined.load"),
      cell: ({ load, online }) => <LoadBar percent={load} stale={!online} />,
    },
    {
      key: "rate",
      title: t("frames.joined.rate"),
      align: "end",
      cell: ({ framesPerSecond, online }) => <Figure value={framesPerSecond} digits={0} stale={!online} />,
    },
    {
      key: "last",
      title: t("frames.joined.last"),
      cell: ({ lastFrameAt, device }) => <RelativeTime at={lastFrameAt} of={device.thingsId} />,
    },
  ];
}
