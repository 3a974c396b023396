import { z } from "zod";
import { historyErrors } from "../frames/errors.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { epochMs, listOf, pageQuery, queryFlag } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { fenceErrors, fenceListErrors } from "./errors.ts";
import { FENCE_KINDS, fenceShape } from "./fence-shape.ts";

/** GPS-02 */
export const MAX_FENCE_NAME = 50;
const MAX_REGION_NAME = 50;
/** Of a tenant. */
export const MAX_FENCES = 10_000;
/** A GeoJSON file, and a border of 5,000 corners. */
const BODY_LIMIT = 4 * 1024 * 1024;
export const MAX_TRIAL_MS = 31 * 86_400_000;
export const MAX_TRIAL_DEVICES = 100;

const name = z
  .string()
  .trim()
  .min(1, fenceListErrors.fenceName.code)
  .max(MAX_FENCE_NAME, fenceListErrors.fenceName.code);

export const fenceContent = z.object({
  name,
  /** Of the fence in words, such as a district. */
  region: z.string().trim().max(MAX_REGION_NAME).default(""),
  shape: fenceShape,
});
export type FenceContent = z.output<typeof fenceContent>;

const fence = z.object({
  fence_id: z.string(),
  ...fenceContent.shape,
  /** Trigger rules with a condition on it: it cannot be deleted. */
  rules: z.array(z.object({ rule_id: z.string(), name: z.string() })),
  author: z.string(),
  created_time: epochMs,
  updated_time: epochMs,
});
export type FenceRow = z.output<typeof fence>;

/** Names in a row of the list; the count has all. */
export const MAX_INSIDE_NAMES = 20;
const inside = z.object({
  count: z.number(),
  devices: z.array(z.object({ things_id: z.string(), name: z.string() })),
});
const listedFence = fence.extend({
  /** Devices that the caller may read whose newest position is inside; null: not asked for, or not known now. */
  inside: inside.nullable(),
});
export type ListedFence = z.output<typeof listedFence>;

const reading = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
const writing = {
  rateLimit: RATE.normal,
  access: { kind: "tenant", level: "write" },
  audited: true,
  bodyLimit: BODY_LIMIT,
} as const;
const ofFence = z.object({ fence_id: idOf("fence") });
const shapeErrors = Object.values(fenceErrors);

/** GPS-02 */
export const listFences = endpoint({
  ...reading,
  name: "places.listFences",
  method: "GET",
  path: "/fences",
  summary: { zh: "围栏列表", en: "Fences" },
  query: z.object({
    ...pageQuery,
    /** In name and region. */
    keyword: z.string().trim().max(128).default(""),
    kind: z.enum(FENCE_KINDS).optional(),
    /** With the devices that are inside now. */
    with_inside: queryFlag(false),
  }),
  reply: listOf(listedFence),
});

export const getFence = endpoint({
  ...reading,
  name: "places.getFence",
  method: "GET",
  path: "/fences/{fence_id}",
  summary: { zh: "围栏", en: "A fence" },
  params: ofFence,
  reply: z.object({ data: fence }),
});

export const createFence = endpoint({
  ...writing,
  name: "places.createFence",
  method: "POST",
  path: "/fences",
  summary: { zh: "新建围栏", en: "Create a fence" },
  body: fenceContent,
  reply: z.object({ data: fence }),
  errors: [...shapeErrors, fenceListErrors.fenceNameTaken, fenceListErrors.fenceLimit],
});

/** Another border: rules with this fence judge it anew, and their events end. */
export const updateFence = endpoint({
  ...writing,
  name: "places.updateFence",
  method: "PUT",
  path: "/fences/{fence_id}",
  summary: { zh: "修改围栏", en: "Change a fence" },
  params: ofFence,
  body: fenceContent,
  reply: z.object({ data: fence }),
  errors: [...shapeErrors, fenceListErrors.fenceNameTaken],
});

/** Under the next free name. */
export const duplicateFence = endpoint({
  ...writing,
  name: "places.duplicateFence",
  method: "POST",
  path: "/fences/{fence_id}/duplicate",
  summary: { zh: "复制围栏", en: "Duplicate a fence" },
  params: ofFence,
  reply: z.object({ data: fence }),
  errors: [fenceListErrors.fenceLimit],
});

export const deleteFence = endpoint({
  ...writing,
  name: "places.deleteFence",
  method: "DELETE",
  path: "/fences/{fence_id}",
  summary: { zh: "删除围栏", en: "Delete a fence" },
  params: ofFence,
  reply: z.object({ message: z.string() }),
  errors: [fenceListErrors.fenceInUse],
});

/** All of the tenant, or one. */
export const exportFences = endpoint({
  ...reading,
  name: "places.exportFences",
  method: "GET",
  path: "/fence-export",
  summary: { zh: "导出围栏（GeoJSON）", en: "Fences as GeoJSON" },
  query: z.object({ fence_id: idOf("fence").optional() }),
  reply: z.unknown(),
  contentType: "application/geo+json",
});

/** The areas of a GeoJSON file, and what is wrong with the others, by line. Nothing is stored. */
export const readFenceRegions = endpoint({
  ...reading,
  name: "places.readFenceRegions",
  method: "POST",
  reads: true,
  path: "/fence-regions",
  summary: { zh: "读取 GeoJSON 区域", en: "Read the regions of a GeoJSON file" },
  bodyLimit: BODY_LIMIT,
  body: z.object({ geojson: z.string().max(BODY_LIMIT) }),
  reply: z.object({
    regions: z.array(z.object({ name: z.string(), shape: fenceShape })),
    problems: z.array(z.object({ line: z.number(), code: z.string(), message: z.string() })),
  }),
});

const trial = z.object({
  devices: z.number(),
  positions: z.number(),
  entered: z.number(),
  left: z.number(),
  /** Outside before and after, the way between goes through. */
  passed: z.number(),
  /** Crossings of the border that were no entering or leaving: too short, or within the margin. */
  avoided: z.number(),
  /** Devices that were inside all the time, by name. */
  inside: z.array(z.string()),
  /** The newest first. */
  crossings: z.array(
    z.object({
      things_id: z.string(),
      device_name: z.string(),
      kind: z.enum(["enter", "exit", "passed"]),
      time: epochMs,
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
});
export type FenceTrial = z.output<typeof trial>;

/** GPS-03: a border over stored positions, by the judge of the alarms; devices that the caller may not read are left out. */
export const tryFence = endpoint({
  ...reading,
  name: "places.tryFence",
  method: "POST",
  reads: true,
  path: "/fence-trial",
  summary: { zh: "用已存轨迹试算围栏", en: "Try a fence over stored tracks" },
  rateLimit: { ...RATE.normal, perMinute: 60 },
  bodyLimit: BODY_LIMIT,
  body: z.object({
    shape: fenceShape,
    /** Absent: all devices. */
    label_id: idOf("label").optional(),
    from_time: z.number().int().min(0),
    to_time: z.number().int().min(0),
  }),
  reply: z.object({ data: trial }),
  errors: [
    ...shapeErrors,
    historyErrors.rangeReversed,
    fenceListErrors.trialRange,
    fenceListErrors.trialDevices,
    platformErrors.unavailable,
  ],
});
