import type { Widget, WidgetKind } from "@canopy/contract/statistics/panel-widgets";
import type { PanelData, PanelDevice, SignalData } from "@canopy/contract/statistics/panels";

/** Pages, E6: an older value is grey. */
const STALE_MS = 5000;

export interface Reading {
  readonly value: number | null;
  readonly unit: string;
  readonly text: string | null;
  readonly isStale: boolean;
}

export function readingOf(data: SignalData | undefined, nowMs: number): Reading | undefined {
  if (data?.state !== "read") return undefined;
  const { value, unit, text, time } = data;
  return { value, unit, text, isStale: time === null || nowMs - time > STALE_MS };
}

/** Whether it has reached its limit. */
export const isOver = ({ limit }: Pick<Widget, "limit">, reading: Reading | undefined): boolean =>
  limit !== null && typeof reading?.value === "number" && reading.value >= limit;

/** What is known of a widget as it was saved; of one that shows something else by now nothing is. */
export function settledData(
  widget: Widget,
  saved: readonly Widget[],
  data: PanelData | undefined,
): PanelData | undefined {
  const shown = ({ kind, device_ids, signals }: Widget) => JSON.stringify([kind, device_ids, signals]);
  const before = saved.find(({ id }) => id === widget.id);
  return before && shown(before) === shown(widget) ? data : undefined;
}

/** Why a widget has nothing to show. */
export type Missing = { readonly kind: "device" } | { readonly kind: "signal"; readonly text: string };

/** Each of their rows says for itself what is missing. */
const SEVERAL: readonly WidgetKind[] = ["table", "bar"];

/** Undefined: nothing is missing, or it is not known yet. */
export function missingOf(widget: Widget, data: PanelData | undefined): Missing | undefined {
  if (!data || widget.kind === "map" || widget.kind === "picture") return undefined;
  if (!deviceOf(widget, data)) return { kind: "device" };
  const failed = data.signals[widget.id]?.find(({ state }) => state === "failed");
  return failed?.state === "failed" && !SEVERAL.includes(widget.kind)
    ? { kind: "signal", text: failed.message }
    : undefined;
}

export const deviceOf = ({ device_ids }: Widget, data: PanelData | undefined): PanelDevice | undefined =>
  data?.devices.find(({ things_id }) => things_id === device_ids[0]);

/** The title that was given, or the names of what it shows. */
export function titleOf(widget: Widget, data: PanelData | undefined): string {
  if (widget.title) return widget.title;
  const device = deviceOf(widget, data)?.name ?? "";
  const what = widget.kind === "command" ? widget.command : (widget.signals[0]?.signal ?? "");
  if (widget.kind === "map") return "";
  return SEVERAL.includes(widget.kind) && widget.signals.length !== 1
    ? device
    : [device, what].filter(Boolean).join(" · ");
}

/** Share of the way from least to most, 0 to 1. */
export const gaugeShare = (value: number, { min, max }: Pick<Widget, "min" | "max">): number =>
  Math.min(1, Math.max(0, (value - min) / (max - min)));

interface Line {
  readonly points: string;
  readonly least: number;
  readonly most: number;
}

/** A line in a box of 100 × 100; undefined: nothing was received. */
export function lineOf(
  times: readonly number[],
  values: readonly number[],
  fromMs: number,
  toMs: number,
): Line | undefined {
  if (values.length === 0) return undefined;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || 1;
  const points = times.map((time, i) => {
    const x = ((time - fromMs) / (toMs - fromMs)) * 100;
    return `${x.toFixed(2)},${(96 - (((values[i] ?? 0) - least) / span) * 92).toFixed(2)}`;
  });
  return { points: points.join(" "), least, most };
}
