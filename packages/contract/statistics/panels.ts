import { z } from "zod";
import { storeErrors } from "../frames/errors.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { panelErrors } from "./panel-errors.ts";
import { PANEL_MAX_BYTES, panelContent, widget } from "./panel-widgets.ts";

/** Links of one panel that have not ended. */
export const MAX_SHARES = 20;
export const MIN_SHARE_MS = 60_000;
export const MAX_SHARE_MS = 90 * 86_400_000;

const summary = z.object({
  panel_id: z.string(),
  name: z.string(),
  /** ACC-11: the default dashboard, which is the tenant's first panel. */
  is_default: z.boolean(),
  widget_count: z.number(),
  /** Counts every change; one that is made on another is refused. */
  version: z.number(),
  user_name: z.string(),
  updated_time: epochMs,
});
export type PanelSummary = z.output<typeof summary>;
export const panel = summary.extend({ widgets: z.array(widget) });
export type Panel = z.output<typeof panel>;

/** The newest of a signal, and a curve's points; a signal that went says why. */
const signalData = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("read"),
    unit: z.string(),
    /** Null: nothing came in the time that it looks back. */
    value: z.number().nullable(),
    time: epochMs.nullable(),
    /** The name of the value, where the DBC has one. */
    text: z.string().nullable(),
    /** Of a curve: epoch milliseconds and values. */
    times: z.array(z.number()),
    values: z.array(z.number()),
  }),
  z.object({ state: z.literal("failed"), code: z.string(), message: z.string() }),
]);
export type SignalData = z.output<typeof signalData>;

const deviceData = z.object({
  things_id: z.string(),
  name: z.string(),
  online: z.boolean(),
  place: z
    .object({
      time: epochMs,
      latitude: z.number(),
      longitude: z.number(),
      speed_kmh: z.number().nullable(),
      course: z.number().nullable(),
    })
    .nullable(),
});
export type PanelDevice = z.output<typeof deviceData>;

const panelData = z.object({
  now: epochMs,
  /** Those that are there and that the caller may read. */
  devices: z.array(deviceData),
  /** One list for each widget that has signals, in their order. */
  signals: z.record(z.string(), z.array(signalData)),
});
export type PanelData = z.output<typeof panelData>;

const share = z.object({
  share_id: z.string(),
  user_name: z.string(),
  created_time: epochMs,
  ends_time: epochMs,
  hides_places: z.boolean(),
  views: z.number(),
  last_view_time: epochMs.nullable(),
});
export type PanelShare = z.output<typeof share>;

const reading = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
const writing = { rateLimit: RATE.normal, access: { kind: "tenant", level: "write" }, audited: true } as const;
const managing = { rateLimit: RATE.normal, access: { kind: "manager" } } as const;
const ofPanel = z.object({ panel_id: idOf("panel") });
const contentErrors = [panelErrors.nameTaken, panelErrors.widget, panelErrors.pictures, panelErrors.pictureTooLarge];

export const listPanels = endpoint({
  ...reading,
  name: "panels.listPanels",
  method: "GET",
  path: "/panels",
  summary: { zh: "面板列表", en: "Panels of the tenant" },
  /** `limit`: of the package; null: none. */
  reply: z.object({ list: z.array(summary), limit: z.number().nullable() }),
});

export const getPanel = endpoint({
  ...reading,
  name: "panels.getPanel",
  method: "GET",
  path: "/panels/{panel_id}",
  summary: { zh: "面板", en: "A panel" },
  params: ofPanel,
  reply: z.object({ data: panel }),
});

export const createPanel = endpoint({
  ...writing,
  name: "panels.createPanel",
  method: "POST",
  path: "/panels",
  summary: { zh: "新建面板", en: "Make a panel" },
  bodyLimit: PANEL_MAX_BYTES,
  body: panelContent,
  reply: z.object({ data: panel }),
  errors: [...contentErrors, panelErrors.limit],
});

export const updatePanel = endpoint({
  ...writing,
  name: "panels.updatePanel",
  method: "PUT",
  path: "/panels/{panel_id}",
  summary: { zh: "修改面板", en: "Change a panel" },
  bodyLimit: PANEL_MAX_BYTES,
  params: ofPanel,
  body: panelContent.extend({ version: z.number().int().min(1) }),
  reply: z.object({ data: panel }),
  errors: [...contentErrors, panelErrors.changed],
});

export const deletePanel = endpoint({
  ...writing,
  name: "panels.deletePanel",
  method: "DELETE",
  path: "/panels/{panel_id}",
  summary: { zh: "删除面板", en: "Delete a panel with its links" },
  params: ofPanel,
  reply: z.object({ message: z.string() }),
  errors: [panelErrors.isDefault],
});

/** What its widgets show now. */
export const readPanelData = endpoint({
  ...reading,
  name: "panels.readPanelData",
  method: "GET",
  path: "/panels/{panel_id}/data",
  summary: { zh: "面板数据", en: "What the widgets of a panel show now" },
  params: ofPanel,
  reply: z.object({ data: panelData }),
  errors: [...storeErrors],
});

export const listShares = endpoint({
  ...managing,
  audited: false,
  name: "panels.listShares",
  method: "GET",
  path: "/panels/{panel_id}/shares",
  summary: { zh: "面板的共享链接", en: "Links to a panel that have not ended" },
  params: ofPanel,
  reply: z.object({ list: z.array(share) }),
});

/** The code is told once. */
export const createShare = endpoint({
  ...managing,
  audited: true,
  name: "panels.createShare",
  method: "POST",
  path: "/panels/{panel_id}/shares",
  summary: { zh: "创建共享链接", en: "Make a read-only link to a panel" },
  params: ofPanel,
  body: z.object({
    lasts_ms: z
      .number()
      .int()
      .min(MIN_SHARE_MS, panelErrors.shareEnds.code)
      .max(MAX_SHARE_MS, panelErrors.shareEnds.code),
    hides_places: z.boolean().default(true),
  }),
  reply: z.object({ data: share, code: z.string() }),
  errors: [panelErrors.shareLimit],
});

/** One that is gone already is no error. */
export const endShare = endpoint({
  ...managing,
  audited: true,
  name: "panels.endShare",
  method: "DELETE",
  path: "/panels/{panel_id}/shares/{share_id}",
  summary: { zh: "撤销共享链接", en: "End a link to a panel" },
  params: ofPanel.extend({ share_id: z.uuid() }),
  reply: z.object({ message: z.string() }),
});

/** By the code of a link: the panel without its commands, and what it shows. Nothing else opens with it. */
export const openShare = endpoint({
  name: "panels.openShare",
  method: "POST",
  path: "/panel-shares/open",
  summary: { zh: "用共享链接查看面板", en: "A panel by the code of its link" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  body: z.object({
    code: z.string().min(1).max(100),
    /** The first look of a visit is counted. */
    is_first: z.boolean().default(false),
    /** Of an answer before: its widgets, with their pictures, are not sent again while they are the same. */
    known_version: z.number().int().min(1).optional(),
  }),
  reply: z.object({
    name: z.string(),
    version: z.number(),
    /** Null: those of the known version. */
    widgets: z.array(widget).nullable(),
    ends_time: epochMs,
    data: panelData,
  }),
  errors: [panelErrors.shareEnded, ...storeErrors],
});
