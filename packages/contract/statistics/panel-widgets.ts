import { z } from "zod";
import { pictureText } from "../platform/images.ts";
import { signalReference } from "../signals/signal-reference.ts";
import { panelErrors } from "./panel-errors.ts";

/** STA-05 */
export const GRID_COLUMNS = 12;
export const GRID_ROWS = 100;
export const MAX_WIDGETS = 40;
export const MAX_WIDGET_SIGNALS = 10;
export const MAX_WIDGET_DEVICES = 50;
/** Pictures of one panel, and the bytes of each: a panel is read and sent whole. */
export const MAX_PICTURES = 4;
export const PANEL_PICTURE_MAX_BYTES = 512 * 1024;
/** As text, with its head. */
const PICTURE_TEXT_MAX = Math.ceil(PANEL_PICTURE_MAX_BYTES / 3) * 4 + 32;
/** Of a panel with all its pictures. */
export const PANEL_MAX_BYTES = 4 * 1024 * 1024;
const MAX_TITLE = 50;
const MAX_HEIGHT = 20;

export const WIDGET_KINDS = ["value", "gauge", "lamp", "bar", "curve", "map", "table", "picture", "command"] as const;
export type WidgetKind = (typeof WIDGET_KINDS)[number];

const finite = z.number().min(-1e15).max(1e15);
const deviceId = z.uuid();

export const widget = z.strictObject({
  /** Within its panel. */
  id: z.string().regex(/^[a-z0-9-]{1,36}$/),
  kind: z.enum(WIDGET_KINDS),
  x: z
    .number()
    .int()
    .min(0)
    .max(GRID_COLUMNS - 1),
  y: z
    .number()
    .int()
    .min(0)
    .max(GRID_ROWS - 1),
  w: z.number().int().min(1).max(GRID_COLUMNS),
  h: z.number().int().min(1).max(MAX_HEIGHT),
  /** Empty: the name of what it shows. */
  title: z.string().trim().max(MAX_TITLE).default(""),
  /** The one whose signals or command it has; of a map all that it shows. */
  device_ids: z.array(deviceId).max(MAX_WIDGET_DEVICES),
  signals: z.array(signalReference).max(MAX_WIDGET_SIGNALS).default([]),
  /** Of a gauge or bars. */
  min: finite.default(0),
  max: finite.default(100),
  /** From here on a lamp is lit, and a gauge, bar or value warns; null: never. */
  limit: finite.nullable().default(null),
  decimals: z.number().int().min(0).max(6).default(1),
  /** Of a curve. */
  minutes: z.number().int().min(1).max(60).default(5),
  /** Of a command: the name of a saved list of the device. */
  command: z.string().trim().max(64).default(""),
  /** Of a picture: itself, as `data:` text. */
  picture: pictureText.max(PICTURE_TEXT_MAX, panelErrors.pictureTooLarge.code).default(""),
});
export type Widget = z.output<typeof widget>;

const ONE_SIGNAL: readonly WidgetKind[] = ["value", "gauge", "lamp", "curve"];

/** Whether it has what its kind needs, within the grid. */
export function isWhole(one: Widget): boolean {
  const { kind, x, y, w, h, device_ids, signals, min, max, command, picture } = one;
  if (x + w > GRID_COLUMNS || y + h > GRID_ROWS || min >= max || (picture !== "") !== (kind === "picture"))
    return false;
  if (kind === "picture") return device_ids.length === 0 && signals.length === 0;
  if (kind === "map") return device_ids.length > 0 && signals.length === 0;
  if (device_ids.length !== 1) return false;
  if (kind === "command") return command !== "" && signals.length === 0;
  return ONE_SIGNAL.includes(kind) ? signals.length === 1 : signals.length > 0;
}

export const panelContent = z.object({
  name: z.string().trim().min(1, panelErrors.name.code).max(MAX_TITLE, panelErrors.name.code),
  widgets: z
    .array(widget.refine(isWhole, panelErrors.widget.code))
    .max(MAX_WIDGETS)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, panelErrors.widget.code)
    .refine((all) => all.filter(({ kind }) => kind === "picture").length <= MAX_PICTURES, panelErrors.pictures.code),
});
export type PanelContent = z.output<typeof panelContent>;

/** The devices that a panel names. */
export const devicesIn = (widgets: readonly Pick<Widget, "device_ids">[]): string[] => [
  ...new Set(widgets.flatMap(({ device_ids }) => device_ids)),
];
