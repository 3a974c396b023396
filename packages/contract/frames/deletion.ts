import { z } from "zod";
import { signInErrors } from "../accounts/errors.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { historyErrors, storeErrors } from "./errors.ts";

/** DAT-05: the whole device at once, only for devices on the package's quick-delete list. */
export const createQuickDelete = endpoint({
  name: "frames.createQuickDelete",
  method: "POST",
  path: "/things/quick-delete-tasks",
  summary: { zh: "快速删除任务", en: "Empty a whole device" },
  access: { kind: "manager" },
  audited: true,
  sessionOnly: true,
  rateLimit: RATE.proved,
  idempotent: true,
  body: z.object({
    tenant_id: idOf("tenant"),
    delete_children: z.literal(1),
    things_id: idOf("device"),
    password: z.string().max(128),
    /** Windows pinned by open alarms go too. */
    include_pinned: z.boolean().default(false),
  }),
  reply: z.object({ id: z.string() }),
  errors: [historyErrors.notQuickDeletable, historyErrors.wrongPassword, signInErrors.locked],
});

/** Told before a quick delete is confirmed. */
export const quickDeletePreview = endpoint({
  name: "frames.quickDeletePreview",
  method: "GET",
  path: "/things/{things_id}/quick-delete",
  summary: { zh: "快速删除前的统计", en: "What a quick delete would take" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ things_id: idOf("device") }),
  reply: z.object({
    /** On the package's quick-delete list. */
    is_listed: z.boolean(),
    /** Sub-devices of a gateway. */
    children: z.number(),
    frames: z.number(),
    bytes: z.number(),
    pinned_windows: z.number(),
  }),
  errors: storeErrors,
});

/** The result of the jobs `frames.deleteRange` and `frames.quickDelete`. */
export const deletionResult = z.object({
  deleted: z.number(),
  bytes: z.number(),
  /** Positions and points of the data groups that a range lost. */
  points: z.number().default(0),
  /** Frames of the range that are left for the next task. */
  remaining: z.number().default(0),
});
