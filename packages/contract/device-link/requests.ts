import { z } from "zod";
import { content, shortText, timeMs } from "./values.ts";

export const requestMethod = z.string().regex(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)*$/);

/** `down/request`. Without a deadline it is a notice: nothing is answered. */
export const requestMessage = z.object({
  id: shortText.min(1),
  method: requestMethod,
  params: content.default({}),
  deadline: timeMs.optional(),
});
export type DeviceRequest = z.output<typeof requestMessage>;

/** `down/config`: the whole configuration, answered like a request. */
export const configMessage = z.object({
  id: shortText.min(1),
  revision: z.number().int().min(0),
  config: content,
  deadline: timeMs.optional(),
});

const failed = z.object({
  id: shortText.min(1),
  ok: z.literal(false),
  /** `unknownMethod`, `badParams`, `busy`, `late`, `failed` or one of the method's own. */
  code: z.string().min(1).max(64),
  message: z.string().max(1024).optional(),
});
const done = z.object({ id: shortText.min(1), ok: z.literal(true), result: z.unknown().optional() });
/** How far a long one has come; the answer is still to follow. */
const underway = z.object({ id: shortText.min(1), progress: content });

/** `up/reply` */
export const replyMessage = z.union([done, failed, underway]);
export type DeviceReply = z.output<typeof replyMessage>;
