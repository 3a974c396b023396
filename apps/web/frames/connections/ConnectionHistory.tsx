import { listConnections } from "@canopy/contract/frames/device-messages";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { useNow } from "../../platform/clock.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Card } from "../../ui/Card.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { DAY_MS, shareAt, type TimeSpan, ticksOf } from "../../ui/time/timeline.ts";
import { onlineShare, type Stay, sinceCreated, staysWithin } from "../time-bar/connection-lane.ts";
import styles from "./connections.module.css";
import "./connection-texts.ts";

const DAYS = 7;
const ROWS = 8;
const MOST = 500;

interface ConnectionHistoryProps {
  thingsId: string;
  online: boolean;
  /** Before it was registered nobody could have seen it online. */
  createdMs: number;
}

/** DEV-07: when the device was online: the last seven days as a lane, the latest stays as lines. */
export function ConnectionHistory({ thingsId, online, createdMs }: ConnectionHistoryProps) {
  const t = useText();
  const formats = useTimeFormats();
  const nowMs = useNow(60_000);
  const span: TimeSpan = { fromMs: nowMs - DAYS * DAY_MS, toMs: nowMs };
  const query = useQuery({
    queryKey: [listConnections.name, thingsId, online],
    queryFn: ({ signal }) =>
      api(
        listConnections,
        {
          params: { things_id: thingsId },
          query: { start_time: Math.floor(Date.now() - DAYS * DAY_MS), page_size: MOST },
        },
        { signal },
      ),
    refetchInterval: 60_000,
  });
  const stays = query.data?.list ?? [];
  const counted = sinceCreated(span, createdMs);
  const share = formatQuantity(onlineShare(staysWithin(stays, counted), counted) * 100, "%", { digits: 1 });
  return (
    <Card
      title={t("frames.connections.title")}
      aside={
        <span className={styles.share}>
          {counted === span
            ? t("frames.connections.share", { share })
            : t("frames.connections.shareYoung", { share, age: formats.duration(nowMs - createdMs) })}
        </span>
      }
    >
      {query.isPending && <Skeleton rows={4} />}
      {query.error && (
        <FailedState
          title={t("frames.connections.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <>
          <Lane stays={stays} span={span} />
          {stays.length === 0 ? (
            <p className={styles.none}>{t("frames.connections.none")}</p>
          ) : (
            <Stays stays={stays.slice(0, ROWS)} nowMs={nowMs} />
          )}
        </>
      )}
    </Card>
  );
}

function Lane({ stays, span }: { stays: readonly Stay[]; span: TimeSpan }) {
  const t = useText();
  const formats = useTimeFormats();
  const percent = (atMs: number) => `${shareAt(span, atMs) * 100}%`;
  const days = ticksOf(span, DAYS + 1).atMs;
  return (
    <div className={styles.lane} role="img" aria-label={t("frames.connections.lane", { count: stays.length })}>
      <div className={styles.track}>
        {staysWithin(stays, span).map(({ fromMs, toMs }) => (
          <span
            key={fromMs}
            style={{
              left: percent(fromMs),
              width: `max(1px, ${((toMs - fromMs) / (span.toMs - span.fromMs)) * 100}%)`,
            }}
            title={`${formats.time(fromMs)} – ${formats.time(toMs)}`}
          />
        ))}
      </div>
      <div className={styles.days}>
        {days.map((atMs) => (
          <span key={atMs} style={{ left: `clamp(0px, ${percent(atMs)} - 18px, 100% - 36px)` }}>
            {formats.time(atMs, "day").slice(5)}
          </span>
        ))}
      </div>
    </div>
  );
}

function Stays({ stays, nowMs }: { stays: readonly Stay[]; nowMs: number }) {
  const t = useText();
  const formats = useTimeFormats();
  return (
    <table className={styles.stays}>
      <thead>
        <tr>
          <th scope="col">{t("frames.connections.from")}</th>
          <th scope="col">{t("frames.connections.to")}</th>
          <th scope="col" className={styles.end}>
            {t("frames.connections.length")}
          </th>
        </tr>
      </thead>
      <tbody>
        {stays.map(({ online_time, offline_time }) => (
          <tr key={online_time}>
            <td>
              <TimeText at={online_time} />
            </td>
            <td>{offline_time === null ? t("frames.connections.still") : <TimeText at={offline_time} />}</td>
            <td className={styles.end}>{formats.duration((offline_time ?? nowMs) - online_time)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
