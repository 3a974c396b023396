import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { panelErrors } from "./panel-errors.ts";
import { MAX_WIDGET_DEVICES, MAX_WIDGETS, PANEL_MAX_BYTES, panelContent } from "./panel-widgets.ts";
import { panel } from "./panels.ts";

/** STA-05 */
export const PANEL_FILE_FORMAT = "canopy-panel";
const MAX_NAMES = MAX_WIDGETS * MAX_WIDGET_DEVICES;

/** By their ids: another tenant finds its own by the same name. */
const names = z
  .record(z.uuid(), z.string().max(256))
  .refine((all) => Object.keys(all).length <= MAX_NAMES, panelErrors.fileField.code)
  .default({});

/** A panel as a file: itself with its pictures, and the names of the devices and DBC files that it shows. */
export const panelFile = panelContent.extend({
  format: z.literal(PANEL_FILE_FORMAT),
  version: z.literal(1),
  devices: names,
  dbcs: names,
});
export type PanelFile = z.output<typeof panelFile>;

const problem = z.object({
  /** As in `widgets[2].signals[0]`; empty: the file as a whole. */
  place: z.string(),
  /** The title of the widget, else its kind; empty: none. */
  widget: z.string(),
  code: z.string(),
  message: z.string(),
});
export type PanelFileProblem = z.output<typeof problem>;
/** More would not be read. */
export const MAX_FILE_PROBLEMS = 50;

const file = z.record(z.string().max(64), z.unknown());

export const exportPanel = endpoint({
  name: "panels.exportPanel",
  method: "GET",
  path: "/panels/{panel_id}/file",
  summary: { zh: "导出面板", en: "A panel as a file" },
  access: { kind: "tenant", level: "read" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ panel_id: idOf("panel") }),
  reply: panelFile,
});

/** What an import would say, without doing anything. */
export const checkPanelFile = endpoint({
  name: "panels.checkPanelFile",
  method: "POST",
  path: "/panel-import/check",
  summary: { zh: "检查面板文件", en: "Check a panel file before it is imported" },
  access: { kind: "tenant", level: "read" },
  reads: true,
  audited: false,
  rateLimit: RATE.normal,
  bodyLimit: PANEL_MAX_BYTES,
  body: z.object({ file }),
  reply: z.object({ name: z.string(), widget_count: z.number(), problems: z.array(problem) }),
});

/** All of it, or nothing. */
export const importPanel = endpoint({
  name: "panels.importPanel",
  method: "POST",
  path: "/panel-import",
  summary: { zh: "导入面板", en: "Make a panel from a file" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  rateLimit: RATE.normal,
  bodyLimit: PANEL_MAX_BYTES,
  body: z.object({ name: panelContent.shape.name, file }),
  reply: z.object({ data: panel }),
  errors: [panelErrors.file, panelErrors.nameTaken, panelErrors.limit],
});
