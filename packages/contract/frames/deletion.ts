import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";

/** DAT-05: the whole device at once, only for devices on the package's quick-delete list. */
export const createQuickDelete = endpoint({
  name: "frames.createQuickDelete",
  method: "POST",
  path: "/things/quick-delete-tasks",
  summary: { zh: "快速删除任务", en: "Empty a whole device" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.guarded,
  idempotent: true,
  body: z.object({
    tenant_id: idOf("tenant"),
    delete_children: z.literal(1),
    things_id: idOf("device"),
    password: z.string().max(128),
  }),
  reply: z.object({ id: z.string() }),
  coming: true,
});
