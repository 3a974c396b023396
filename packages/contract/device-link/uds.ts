import { z } from "zod";
import { channel, timeMs } from "./values.ts";

/** ISO 15765-2: the longest message with a 12-bit length. */
export const MAX_UDS_BYTES = 4095;
/** Spec §5: timeouts of UDS settings. */
const timeout = z.number().int().min(0).max(2_147_483_647);
const canId = z.number().int().min(0).max(0x1fffffff);
const hex = z.string().regex(/^([0-9a-fA-F]{2}){1,4095}$/);

/** One diagnostic request; ISO-TP and its timing are the terminal's. */
export const udsRequest = z
  .object({
    channel,
    /** The identifier of the request: physical address, or the functional one. */
    request_id: canId,
    /** Of the answer, and of our flow control to `request_id`. Functional: answers of any other ECU count too. */
    response_id: canId,
    extended: z.boolean().default(false),
    functional: z.boolean().default(false),
    fd: z.boolean().default(false),
    data: hex,
    /** Frames are filled up to 8 bytes with it; null: not filled. */
    fill_byte: z.number().int().min(0).max(255).nullable().default(0xcc),
    /** Flow-control parameters for the ECU's consecutive frames. */
    st_min_ms: z.number().int().min(0).max(127).default(0),
    block_size: z.number().int().min(0).max(255).default(0),
    /** How long we wait for a flow control. */
    fc_timeout_ms: timeout.default(1000),
    /** P2 and, after response pending (0x78), P2*. */
    timeout_ms: timeout.default(1000),
    enhanced_timeout_ms: timeout.default(5000),
    /** The suppress bit is set: silence is an answer. */
    suppress_response: z.boolean().default(false),
  })
  .refine((one) => one.extended || (one.request_id <= 0x7ff && one.response_id <= 0x7ff), "standardIdOutOfRange")
  .refine((one) => !one.functional || one.data.length <= 14, "functionalLength");
export type UdsRequest = z.output<typeof udsRequest>;

/** Every answer in the order of arrival, negative ones and response pending included. */
export const udsResult = z.object({
  responses: z.array(z.object({ id: canId, data: hex, time: timeMs.optional() })).max(64),
});
