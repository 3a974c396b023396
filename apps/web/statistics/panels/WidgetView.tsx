import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import type { PanelData } from "@canopy/contract/statistics/panels";
import { TriangleAlert } from "lucide-react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { BarWidget } from "./BarWidget.tsx";
import { CommandWidget } from "./CommandWidget.tsx";
import { MapWidget } from "./MapWidget.tsx";
import { gaugeShare, isOver, lineOf, missingOf, type Reading, readingOf, titleOf } from "./panel-data.ts";
import styles from "./panels.module.css";

interface WidgetProps {
  widget: Widget;
  data: PanelData | undefined;
}

/** STA-05: a widget with what it shows; one whose device or signal went says so. */
export function WidgetView({ widget, data }: WidgetProps) {
  const t = useText();
  const title = titleOf(widget, data) || t(`statistics.widget.${widget.kind}`);
  const missing = missingOf(widget, data);
  return (
    <article className={styles.widget} aria-label={title} data-widget={widget.kind}>
      {widget.kind === "picture" && widget.title === "" ? null : <h3>{title}</h3>}
      {missing ? (
        <p className={styles.missing} role="note">
          <Icon of={TriangleAlert} size={16} />
          {missing.kind === "device"
            ? t("statistics.widget.noDevice")
            : t("statistics.widget.noSignal", { signal: widget.signals[0]?.signal ?? "", why: missing.text })}
        </p>
      ) : (
        <Content widget={widget} data={data} />
      )}
    </article>
  );
}

function Content({ widget, data }: WidgetProps) {
  const nowMs = data?.now ?? 0;
  const [first] = data?.signals[widget.id] ?? [];
  const reading = readingOf(first, nowMs);
  if (widget.kind === "map") return <MapWidget devices={data?.devices ?? []} ids={widget.device_ids} />;
  if (widget.kind === "command") return <CommandWidget widget={widget} />;
  if (widget.kind === "bar") return <BarWidget widget={widget} data={data} />;
  if (widget.kind === "picture") return <PictureWidget widget={widget} />;
  if (widget.kind === "table") return <TableWidget widget={widget} data={data} />;
  if (widget.kind === "gauge") return <GaugeWidget widget={widget} reading={reading} />;
  if (widget.kind === "lamp") return <LampWidget widget={widget} reading={reading} />;
  if (widget.kind === "value") return <ValueText widget={widget} reading={reading} />;
  const fromMs = nowMs - widget.minutes * 60_000;
  const line = first?.state === "read" ? lineOf(first.times, first.values, fromMs, nowMs) : undefined;
  return (
    <div className={styles.curve}>
      <ValueText widget={widget} reading={reading} />
      {line && (
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polyline points={line.points} />
        </svg>
      )}
    </div>
  );
}

interface ReadingProps {
  widget: Widget;
  reading: Reading | undefined;
}

function ValueText({ widget, reading }: ReadingProps) {
  return (
    <p className={styles.value} data-stale={reading?.isStale ?? true} data-over={isOver(widget, reading)}>
      <strong>{reading?.text ?? formatNumber(reading?.value, { digits: widget.decimals })}</strong>
      {reading?.text === null && <span>{reading.unit}</span>}
    </p>
  );
}

const AROUND = Math.PI * 40;

function GaugeWidget({ widget, reading }: ReadingProps) {
  const share = typeof reading?.value === "number" ? gaugeShare(reading.value, widget) : 0;
  return (
    <div className={styles.gauge} data-over={isOver(widget, reading)}>
      <svg viewBox="0 0 100 55" aria-hidden="true">
        <path d="M10 50A40 40 0 0 1 90 50" />
        <path d="M10 50A40 40 0 0 1 90 50" strokeDasharray={`${share * AROUND} ${AROUND}`} data-value />
      </svg>
      <ValueText widget={widget} reading={reading} />
      <small>
        {formatNumber(widget.min)} – {formatNumber(widget.max)}
      </small>
    </div>
  );
}

/** Its title says what it shows; without one the name of its kind. */
function PictureWidget({ widget: { picture, title } }: { widget: Widget }) {
  const t = useText();
  if (picture === "") return <p className={styles.note}>{t("statistics.widget.noPicture")}</p>;
  return <img className={styles.picture} src={picture} alt={title || t("statistics.widget.picture")} />;
}

function LampWidget({ widget, reading }: ReadingProps) {
  const t = useText();
  const isLit = typeof reading?.value === "number" && reading.value >= (widget.limit ?? 1);
  const state = reading?.value === null || reading === undefined ? "unknown" : isLit ? "on" : "off";
  return (
    <p className={styles.lamp} data-state={state} data-stale={reading?.isStale ?? true}>
      <i aria-hidden="true" />
      {reading?.text ?? t(`statistics.lamp.${state}`)}
    </p>
  );
}

function TableWidget({ widget, data }: WidgetProps) {
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <tbody>
          {widget.signals.map(({ signal, channel, message_id }, i) => {
            const one = data?.signals[widget.id]?.[i];
            const reading = readingOf(one, data?.now ?? 0);
            return (
              <tr key={`${channel} ${message_id} ${signal}`} data-stale={reading?.isStale ?? true}>
                <th scope="row">{signal}</th>
                <td>
                  {one?.state === "failed"
                    ? one.message
                    : (reading?.text ?? formatNumber(reading?.value, { digits: widget.decimals }))}{" "}
                  {reading?.text === null && reading.unit}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
