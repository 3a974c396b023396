import { z } from "zod";
import { channel, count, shortText } from "./values.ts";

/** UDS-01: addresses, fill byte, timeouts, RemoteStMin and execution time, ranged once for form, server and terminal. */
export const MAX_UDS_TIMEOUT_MS = 2_147_483_647;
export const MAX_REMOTE_ST_MIN_MS = 127;
export const UDS_STANDARD_END = 0x7ff;
export const UDS_EXTENDED_END = 0x1fffffff;
export const UDS_PROTOCOLS = ["2006", "2013", "2020"] as const;
/** A day: the execution time of a job. */
export const MAX_EXECUTION_S = 86_400;
export const MAX_UDS_STEPS = 200;
/** Steps of an unlock algorithm, with those inside others. */
const MAX_UNLOCK_STEPS = 64;

const timeout = z.number().int().min(0).max(MAX_UDS_TIMEOUT_MS);
const canId = z.number().int().min(0).max(UDS_EXTENDED_END);
const hexBytes = (most: number) => z.string().regex(new RegExp(`^([0-9a-fA-F]{2}){1,${most}}$`));

const fields = z.object({
  channel: channel.default(0),
  /** The physical address; our flow control goes there too. */
  physical_id: canId,
  response_id: canId,
  functional_id: canId,
  extended: z.boolean().default(false),
  fd: z.boolean().default(false),
  /** Frames are filled up to 8 bytes with it; null: not filled. */
  fill_byte: z.number().int().min(0).max(255).nullable().default(0xcc),
  /** How long a flow control is waited for (N_Bs). */
  fc_timeout_ms: timeout.default(1000),
  /** P2 and, after response pending, P2*. */
  timeout_ms: timeout.default(1000),
  enhanced_timeout_ms: timeout.default(5000),
  /** The separation that we ask of the ECU. */
  remote_st_min_ms: z.number().int().min(0).max(MAX_REMOTE_ST_MIN_MS).default(0),
  block_size: z.number().int().min(0).max(255).default(0),
  /** Of ISO 14229-1. From 2013 on the longer times of the ECU's answer to service 10 hold. */
  protocol_version: z.enum(UDS_PROTOCOLS).default("2020"),
  /** Requests with a sub-function ask for no positive answer (bit 80). */
  suppress_response: z.boolean().default(false),
  /** Whole seconds; the job ends by itself after it. */
  execution_time_s: z.number().int().min(1).max(MAX_EXECUTION_S).default(60),
});

const ADDRESSES = ["physical_id", "response_id", "functional_id"] as const;

/** Spec §3: UDS settings. */
export const udsSettings = fields.superRefine((settings, context) => {
  if (settings.extended) return;
  for (const field of ADDRESSES) {
    if (settings[field] <= UDS_STANDARD_END) continue;
    context.addIssue({ code: "custom", path: [field], message: "standardIdOutOfRange" });
  }
});
export type UdsSettings = z.output<typeof udsSettings>;
export type UdsSettingsInput = z.input<typeof udsSettings>;

const constant = hexBytes(64);
const bits = z.number().int().min(0).max(512);

interface UnlockStepInput {
  op: string;
  [field: string]: unknown;
}

/** One operation of packages/can/uds/unlock; numbers and bytes as text. */
export const unlockStep: z.ZodType<UnlockStepInput> = z.lazy(() =>
  z.discriminatedUnion("op", [
    z.strictObject({ op: z.enum(["xor", "add", "and", "or", "append", "prepend"]), bytes: constant }),
    z.strictObject({
      op: z.enum(["addIndex", "not", "reverse", "swapNibbles", "xorSeed", "plusSeed"]),
    }),
    z.strictObject({ op: z.enum(["plus", "times"]), value: z.string().regex(/^0x[0-9a-fA-F]{1,128}$/) }),
    z.strictObject({ op: z.enum(["shiftLeft", "shiftRight", "rotateLeft", "rotateRight"]), bits }),
    z.strictObject({
      op: z.literal("take"),
      from: z.number().int().min(0).max(63),
      length: z.number().int().min(1).max(64),
    }),
    z.strictObject({
      op: z.literal("repeat"),
      times: z.number().int().min(1).max(10_000),
      steps: z.array(unlockStep).min(1).max(MAX_UNLOCK_STEPS),
    }),
    z.strictObject({
      op: z.literal("ifBit"),
      bit: z.number().int().min(0).max(511),
      set: z.array(unlockStep).max(MAX_UNLOCK_STEPS),
      clear: z.array(unlockStep).max(MAX_UNLOCK_STEPS),
    }),
  ]),
);

/** UDS-03: an unlock file. Odd security levels, each with its operations. */
export const unlockFile = z.strictObject({
  levels: z.record(z.string().regex(/^[0-9]{1,3}$/), z.array(unlockStep).min(1).max(MAX_UNLOCK_STEPS)),
});
export type UnlockFile = z.output<typeof unlockFile>;

/** An odd access type of service 27. */
export const unlockLevel = z
  .number()
  .int()
  .min(1)
  .max(0x7d)
  .refine((level) => level % 2 === 1);

const requestStep = z.object({ data: hexBytes(4095), functional: z.boolean().default(false) });

/** `uds.run` */
export const udsRun = z.object({
  job: shortText.min(1),
  settings: udsSettings,
  /** Go on behind a refusal or a fault. */
  go_on: z.boolean().default(false),
  steps: z
    .array(z.union([requestStep, z.object({ unlock: unlockLevel, algorithm: unlockFile })]))
    .min(1)
    .max(MAX_UDS_STEPS),
});
export type UdsRun = z.output<typeof udsRun>;

export const UDS_EVENT_KINDS = ["request", "positive", "silent", "negative", "pending", "stray", "fault"] as const;
export const UDS_ENDS = ["done", "stopped", "cancelled", "executionTime"] as const;

/** Of one event: an answer in blocks of one frame has more, of which the last ones are told. */
export const MAX_EVENT_FRAMES = 1000;

/** µs, identifier, whether the terminal sent it, data. */
const tracedFrame = z.tuple([z.number().int(), canId, z.boolean(), z.string().max(128)]);

const udsEvent = z.object({
  /** Counts the events of the job from 0. */
  n: count,
  /** Microseconds since 1970 by the terminal's clock: when it happened on the bus. */
  time_us: z.number().int(),
  step: count,
  kind: z.enum(UDS_EVENT_KINDS),
  /** The request, or the whole answer. */
  data: z
    .string()
    .max(2 * 4095)
    .default(""),
  functional: z.boolean().optional(),
  /** Of an answer to a functional request: the identifier it came on. */
  from: canId.optional(),
  /** Of pending: which one. */
  count: count.optional(),
  /** Of fault. */
  fault: z.string().max(32).optional(),
  frames: z.array(tracedFrame).max(MAX_EVENT_FRAMES).default([]),
});
export type UdsEvent = z.output<typeof udsEvent>;

/** `up/uds`: what became of a job, in order; sent at once, with the end in the last message. */
export const udsMessage = z.object({
  job: shortText.min(1),
  events: z.array(udsEvent).max(1000),
  end: z.enum(UDS_ENDS).optional(),
});
export type UdsProgress = z.output<typeof udsMessage>;
