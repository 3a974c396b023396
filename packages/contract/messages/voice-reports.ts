import { z } from "zod";
import { endpoint } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";

const callId = z.string().min(1).max(200);

/** TRG-06: Tencent Cloud answers no question about a call; it reports each one to the address that the operator gave it. */
export const takeVoiceReport = endpoint({
  name: "messages.takeVoiceReport",
  method: "POST",
  path: "/voice-reports/{token}",
  summary: { zh: "语音服务商的呼叫回执", en: "What became of a call, by the provider of voice" },
  access: { kind: "public" },
  audited: false,
  rateLimit: { perMinute: 3000, per: "address" },
  params: z.object({ token: z.string().max(64) }),
  body: z.object({
    /** Result: 0 answered, 1 not answered, 2 failed. */
    voiceprompt_callback: z.object({ result: z.coerce.string().max(10), callid: callId }).optional(),
    voice_failure_callback: z
      .object({ callid: callId, failure_code: z.coerce.string().max(20), failure_reason: z.string().max(500) })
      .optional(),
  }),
  /** As the provider asks for it. */
  reply: z.object({ result: z.literal(0), errmsg: z.literal("OK") }),
  errors: [platformErrors.notFound],
});
