import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";

/** NAV-13: sent only when signed in, and only with platform, module and action. */
export const trackEvent = endpoint({
  name: "settings.trackEvent",
  method: "POST",
  path: "/control/tracking",
  summary: { zh: "使用跟踪", en: "A usage event" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  bodyLimit: 16 * 1024,
  body: z.object({
    platform: z.string().min(1).max(32),
    module: z.string().min(1).max(64),
    action: z.string().min(1).max(64),
    params: z.record(z.string().max(64), z.unknown()).optional(),
    tenant_id: idOf("tenant"),
    user_id: idOf("user"),
  }),
  reply: z.object({ message: z.string() }),
});
