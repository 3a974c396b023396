import type { FrameBatch } from "@canopy/can/frame/batch";
import { channelName } from "@canopy/contract/device-link/channels";
import type { DeviceConfig } from "@canopy/contract/device-link/config";
import { useEffect, useState } from "react";
import { formatBytes, formatNumber, formatQuantity } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { DataTable } from "../../ui/list/DataTable.tsx";
import { type FilterEffect, filterEffect, type IdTraffic, TrafficMinute } from "../board/traffic-minute.ts";
import parts from "../parts.module.css";
import { hexOf } from "./config-words.ts";
import styles from "./timing.module.css";

/** Frames of a device as they arrive; handed in by the page, which knows the live channel. */
export type WatchTraffic = (thingsId: string, onBatch: (batch: FrameBatch) => void) => () => void;

interface FilterPreviewProps {
  thingsId: string;
  config: DeviceConfig | undefined;
  watch: WatchTraffic;
  /** Only this channel. */
  channel?: number | undefined;
}

const REFRESH_MS = 1000;
const SHOWN_IDS = 12;

/** Effect of the form's filters on the traffic of the last minute, before they are sent. */
export function FilterPreview({ thingsId, config, watch, channel }: FilterPreviewProps) {
  const t = useText();
  const effect = useFilterEffect(thingsId, config, watch);
  const rows = (effect?.ids ?? []).filter((each) => channel === undefined || each.channel === channel);
  const perSecond = (count: number) =>
    formatNumber(effect && effect.seconds > 0 ? count / effect.seconds : 0, { digits: 0 });
  return (
    <Card
      title={t("devices.config.passes")}
      aside={
        <span className={parts.quiet}>
          {effect
            ? t("devices.config.passesOf", { seconds: Math.round(effect.seconds) })
            : t("devices.config.passesWait")}
        </span>
      }
    >
      {effect && (
        <>
          <dl className={styles.figures}>
            <Tile label={t("devices.config.passesHeard")} value={share(effect.heard, effect.frames)} />
            <Tile label={t("devices.config.passesSent")} value={share(effect.sent, effect.frames)} />
            <Tile label={t("devices.config.passesPerDay")} value={formatBytes(effect.bytesPerDay)} />
          </dl>
          <DataTable
            label={t("devices.config.passes")}
            columns={columnsOf(t, perSecond)}
            rows={rows.slice(0, SHOWN_IDS)}
            rowKey={(row) => `${row.channel} ${row.extended} ${row.id}`}
          />
          <p className={parts.quiet}>
            {rows.length > SHOWN_IDS && `${t("devices.config.passesMore", { count: rows.length - SHOWN_IDS })} · `}
            {t("devices.config.passesNote")}
          </p>
        </>
      )}
    </Card>
  );
}

function Tile({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const share = (part: number, all: number) => (all === 0 ? "—" : formatQuantity((part / all) * 100, "%", { digits: 1 }));

function columnsOf(t: Translate, perSecond: (count: number) => string): Column<IdTraffic>[] {
  return [
    {
      key: "id",
      title: t("devices.config.passesId"),
      cell: ({ channel, id }) => (
        <span>
          {channelName(channel)} <code>{`0x${hexOf(id)}`}</code>
        </span>
      ),
    },
    { key: "rate", title: t("devices.config.passesRate"), align: "end", cell: ({ frames }) => perSecond(frames) },
    { key: "fate", title: t("devices.config.passesFate"), cell: (row) => fateText(t, row) },
  ];
}

function fateText(t: Translate, { frames, heard, sent }: IdTraffic): string {
  if (heard === 0) return t("devices.config.fate.unheard");
  if (sent === 0) return t("devices.config.fate.recorded");
  if (sent === frames) return t("devices.config.fate.uploaded");
  return t("devices.config.fate.partly", { share: share(sent, frames) });
}

/** Frames stay beside React: they are looked at once a second, and when the filters change. */
function useFilterEffect(
  thingsId: string,
  config: DeviceConfig | undefined,
  watch: WatchTraffic,
): FilterEffect | undefined {
  const [traffic] = useState(() => new TrafficMinute());
  const [effect, setEffect] = useState<FilterEffect>();
  useEffect(() => watch(thingsId, (batch) => traffic.add(batch)), [thingsId, watch, traffic]);
  useEffect(() => {
    const look = () => config && traffic.all.length > 0 && setEffect(filterEffect(config, traffic.all));
    look();
    const timer = setInterval(look, REFRESH_MS);
    return () => clearInterval(timer);
  }, [config, traffic]);
  return effect;
}
