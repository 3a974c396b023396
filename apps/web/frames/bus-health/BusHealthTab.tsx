import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber, formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { liveStore } from "../../platform/live.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import styles from "./bus-health.module.css";
import { type BusHealth, busHealthQuery } from "./bus-health-query.ts";
import "./bus-health-texts.ts";
import { useLiveStatus } from "../live/use-live-status.ts";
import { useFrameDecoders } from "../rows/use-frame-decoders.ts";
import { ErrorCounters } from "./ErrorCounters.tsx";
import { HealthTile } from "./HealthTile.tsx";
import { IdShares } from "./IdShares.tsx";
import { LoadChart } from "./LoadChart.tsx";

/** Always offered: a device says how many it has; two is the usual. */
const LEAST_CHANNELS = 2;

interface BusHealthTabProps extends DeviceTabProps {
  /** To a new rule on this channel. */
  onAlarm(channel: number): void;
}

/** Load over time against the alarm line, error frames, and the share and cycle of each identifier. */
export function BusHealthTab({ device, timeline, search, onSearch, onAlarm }: BusHealthTabProps) {
  const t = useText();
  const count = Math.max(LEAST_CHANNELS, device.channel_enable.length);
  const channels = Array.from({ length: count }, (_, i) => FIRST_CHANNEL.can + i);
  const channel = channels.find((known) => String(known) === search.channel) ?? FIRST_CHANNEL.can;
  const query = useQuery(busHealthQuery(device.id, channel, timeline.range, timeline.live));
  const decoders = useFrameDecoders(device.id);
  return (
    <div className={styles.page}>
      <TabTools>
        <Select
          aria-label={t("frames.health.channel")}
          options={channels.map((one) => ({ value: String(one), label: t("frames.health.can", { n: one + 1 }) }))}
          value={String(channel)}
          onChange={(value) => onSearch({ channel: value === "0" ? undefined : value })}
        />
        {query.data && <span className={styles.rate}>{rateText(query.data, t)}</span>}
        <span className={styles.right}>
          <Button icon={Bell} onClick={() => onAlarm(channel)}>
            {t("frames.health.alarm")}
          </Button>
        </span>
      </TabTools>
      {query.error && !query.data && (
        <FailedState
          title={t("frames.health.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton rows={8} columns={4} />}
      {query.data && (
        <>
          <Figures thingsId={device.id} channel={channel} online={device.online} health={query.data} />
          <div className={styles.columns}>
            <LoadChart health={query.data} timeline={timeline} />
            <IdShares health={query.data} channel={channel} decoders={decoders} />
          </div>
        </>
      )}
    </div>
  );
}

function rateText({ bit_rates: { nominal, data, source } }: BusHealth, t: ReturnType<typeof useText>): string {
  const kbit = (bps: number) => formatNumber(bps / 1000);
  const rate = nominal === data ? kbit(nominal) : `${kbit(nominal)} / ${kbit(data)}`;
  return t(source === "configuration" ? "frames.health.rate" : "frames.health.rateUsual", { rate });
}

interface FiguresProps {
  thingsId: string;
  channel: number;
  online: boolean;
  health: BusHealth;
}

function Figures({ thingsId, channel, online, health }: FiguresProps) {
  const t = useText();
  const formats = useTimeFormats();
  const status = useLiveStatus(thingsId);
  const isLive = useStore(liveStore).kind === "live" && online;
  const now = status?.channels.find((one) => one.channel === channel);
  const { totals } = health;
  const stale = !isLive || !now;
  const loadPercent = now && isLive ? now.load * 100 : null;
  const errorAt = health.error_frames.findIndex((errors) => errors > 0);
  const extended = totals.frames > 0 ? (totals.extended / totals.frames) * 100 : null;
  return (
    <dl className={styles.figures}>
      <HealthTile
        title={t("frames.health.load")}
        value={formatNumber(loadPercent, { digits: 0 })}
        unit="%"
        level={
          loadPercent !== null && loadPercent >= 80
            ? "urgent"
            : loadPercent !== null && loadPercent >= 60
              ? "ordinary"
              : undefined
        }
        stale={stale}
        note={
          totals.peak_time === null
            ? t("frames.health.quiet")
            : t("frames.health.peak", {
                peak: formatQuantity(totals.peak * 100, "%", { digits: 0 }),
                time: formats.clock(totals.peak_time),
              })
        }
      />
      <HealthTile
        title={t("frames.health.frameRate")}
        value={formatNumber(isLive ? now?.framesPerSecond : null, { digits: 0 })}
        unit={t("frames.health.perSecond")}
        stale={stale}
        note={
          extended === null
            ? t("frames.health.noFrames")
            : t("frames.health.formats", {
                standard: formatQuantity(100 - extended, "%", { digits: 0 }),
                extended: formatQuantity(extended, "%", { digits: 0 }),
              })
        }
      />
      <HealthTile
        title={t("frames.health.frames")}
        value={formatNumber(totals.frames)}
        note={t("frames.health.inRange")}
      />
      <HealthTile
        title={t("frames.health.errors")}
        value={formatNumber(totals.error_frames)}
        level={totals.error_frames > 0 ? "urgent" : undefined}
        note={
          errorAt < 0
            ? t("frames.health.noErrors")
            : t("frames.health.firstError", {
                time: formats.clock(health.start_time + (errorAt * health.bucket_us) / 1000),
              })
        }
      />
      <ErrorCounters live={isLive ? now?.errors : undefined} controller={health.controller} clock={formats.clock} />
      <HealthTile title={t("frames.health.ids")} value={formatNumber(totals.ids)} note={t("frames.health.inRange")} />
    </dl>
  );
}
