import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { layoutErrors } from "./layout-errors.ts";
import { signalReference } from "./signal-reference.ts";

/** DBC-05 */
export const PANEL_NAME_MIN = 2;
export const PANEL_NAME_MAX = 32;
export const MAX_PANEL_ITEMS = 10;
/** More would each be lower than a thumb. */
export const MAX_PANELS = 8;
/** Of a device, and templates of a tenant. */
export const MAX_LAYOUTS = 100;

const name = (code: string) =>
  z
    .string()
    .trim()
    .max(PANEL_NAME_MAX * 2, code)
    .refine((text) => [...text].length >= PANEL_NAME_MIN && [...text].length <= PANEL_NAME_MAX, code);

const panel = z.strictObject({
  name: name(layoutErrors.panelName.code),
  items: z
    .array(signalReference.extend({ colour: z.number().int().min(1).max(MAX_PANEL_ITEMS) }))
    .max(MAX_PANEL_ITEMS, layoutErrors.panelItems.code),
});
export const layoutContent = z.object({
  name: name(layoutErrors.layoutName.code),
  panels: z.array(panel).min(1).max(MAX_PANELS),
});
export type LayoutContent = z.output<typeof layoutContent>;

const layout = layoutContent.extend({ user_name: z.string(), updated_time: z.number() });
export type CurveLayout = z.output<typeof layout>;
const template = layout.extend({ dbc_id: z.string() });
export type CurveTemplate = z.output<typeof template>;

const named = z.object({
  name: z
    .string()
    .min(1)
    .max(PANEL_NAME_MAX * 2),
});
const ofDevice = {
  rateLimit: RATE.normal,
  path: "/things/{things_id}/curve-layouts",
  params: z.object({ things_id: idOf("device") }),
} as const;
const ofTenant = { rateLimit: RATE.normal, path: "/curve-templates" } as const;

/** Readers of the device see its layouts. */
export const listLayouts = endpoint({
  ...ofDevice,
  name: "signals.listLayouts",
  method: "GET",
  summary: { zh: "设备的曲线布局", en: "The curve layouts of a device" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  reply: z.object({ list: z.array(layout) }),
});

export const saveLayout = endpoint({
  ...ofDevice,
  name: "signals.saveLayout",
  method: "PUT",
  summary: { zh: "保存曲线布局（同名替换）", en: "Keep a curve layout; one of the same name is replaced" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  body: layoutContent,
  reply: z.object({ data: layout }),
  errors: [layoutErrors.layoutName, layoutErrors.panelName, layoutErrors.panelItems, layoutErrors.layoutLimit],
});

/** One that is gone already is no error. */
export const deleteLayout = endpoint({
  ...ofDevice,
  name: "signals.deleteLayout",
  method: "DELETE",
  summary: { zh: "删除曲线布局", en: "Delete a curve layout" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  query: named,
  reply: z.object({ message: z.string() }),
});

export const listTemplates = endpoint({
  ...ofTenant,
  name: "signals.listTemplates",
  method: "GET",
  summary: { zh: "曲线模板", en: "The tenant's curve templates" },
  access: { kind: "tenant", level: "read" },
  audited: false,
  reply: z.object({ list: z.array(template) }),
});

/** For every device: its signals are of one DBC, the channel is chosen when it is opened. */
export const saveTemplate = endpoint({
  ...ofTenant,
  name: "signals.saveTemplate",
  method: "PUT",
  summary: { zh: "保存曲线模板（同名替换）", en: "Keep a curve template; one of the same name is replaced" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  body: layoutContent,
  reply: z.object({ data: template }),
  errors: [
    layoutErrors.layoutName,
    layoutErrors.panelName,
    layoutErrors.panelItems,
    layoutErrors.layoutLimit,
    layoutErrors.templateOneDbc,
  ],
});

export const deleteTemplate = endpoint({
  ...ofTenant,
  name: "signals.deleteTemplate",
  method: "DELETE",
  summary: { zh: "删除曲线模板", en: "Delete a curve template" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  query: named,
  reply: z.object({ message: z.string() }),
});
