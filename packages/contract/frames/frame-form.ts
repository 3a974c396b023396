import { parseHex } from "@canopy/can/bytes/hex";
import { FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { parseId } from "@canopy/can/frame/id";
import { type FrameProblem, lengthProblem } from "@canopy/can/frame/validate";
import { z } from "zod";
import { CHANNELS_END } from "../device-link/channels.ts";
import { MAX_SEND_DELAY_MS, type SentFrame } from "../device-link/sent-frame.ts";
import { sendErrors } from "./send-errors.ts";

/** Longer input is no frame. */
const MAX_TYPED = 400;

/**
 * DEV-06: a frame as it is typed. A form that passes here also passes the server's check of `frames.send`, by the same
 * rules of `packages/can`; each problem lands on its field.
 */
export const frameForm = z
  .object({
    channel: z
      .number()
      .int()
      .min(0)
      .max(CHANNELS_END - 1),
    protocol: z.enum(["can", "fd"]),
    format: z.enum(["standard", "extended"]),
    type: z.enum(["data", "remote"]),
    brs: z.boolean(),
    id: z.string().max(MAX_TYPED),
    data: z.string().max(MAX_TYPED),
    /** Of a remote frame. */
    length: z.string().max(8),
    /** After the item before it, milliseconds. */
    delay: z.string().max(8),
  })
  .superRefine((form, context) => {
    const add = (field: keyof FrameForm, code: string | undefined) => {
      if (code !== undefined) context.addIssue({ code: "custom", path: [field], message: code });
    };
    const id = parseId(form.id, form.format);
    if (!id.ok) add("id", (id.problem === "notHex" ? sendErrors.idNotHex : sendErrors[id.problem]).code);
    if (form.type === "remote") {
      add("type", form.protocol === "fd" ? sendErrors.fdRemote.code : undefined);
      add("length", isWhole(form.length, 8) ? undefined : sendErrors.lengthOutOfRange.code);
    } else add("data", dataProblem(form));
    add("delay", isWhole(form.delay, MAX_SEND_DELAY_MS) ? undefined : sendErrors.delayOutOfRange.code);
  });
export type FrameForm = z.output<typeof frameForm>;

export const EMPTY_FRAME_FORM: FrameForm = {
  channel: 0,
  protocol: "can",
  format: "standard",
  type: "data",
  brs: false,
  id: "",
  data: "",
  length: "8",
  delay: "0",
};

/** Whole, from 0 to `max`; nothing typed is 0. */
export function isWhole(text: string, max: number): boolean {
  return /^\d{0,8}$/.test(text.trim()) && Number(text) <= max;
}

const DATA_CODES: Partial<Record<FrameProblem, string>> = {
  oddHexCount: sendErrors.dataOdd.code,
  notHex: sendErrors.dataNotHex.code,
  canLengthOutOfRange: sendErrors.canLengthOutOfRange.code,
  fdLengthNotAllowed: sendErrors.fdLengthNotAllowed.code,
};

function dataProblem({ data, protocol }: { data: string; protocol: "can" | "fd" }): string | undefined {
  // Characters that are not hex are reported before the length.
  if (/[^0-9a-f\s]/i.test(data)) return sendErrors.dataNotHex.code;
  const bytes = parseHex(data);
  if (!bytes.ok) return DATA_CODES[bytes.problem];
  const problem = lengthProblem(bytes.value.length, protocol === "fd" ? FLAG_FD : 0);
  return problem === null ? undefined : DATA_CODES[problem];
}

/** A checked form as `frames.send` takes it. */
export function sentFrameOf(form: FrameForm): SentFrame {
  const id = parseId(form.id, form.format);
  if (!id.ok) throw new Error("the form was not checked");
  const remote = form.type === "remote";
  const fd = form.protocol === "fd";
  return {
    channel: form.channel,
    id: id.value,
    extended: form.format === "extended",
    remote,
    fd,
    brs: fd && form.brs,
    data: remote ? "" : form.data.replace(/\s+/g, "").toUpperCase(),
    ...(remote && { length: Number(form.length) }),
    delay_ms: Number(form.delay),
  };
}

/** Back into the form, to be changed or sent again. */
export function formOfSentFrame(frame: SentFrame): FrameForm {
  return {
    channel: frame.channel,
    protocol: frame.fd ? "fd" : "can",
    format: frame.extended ? "extended" : "standard",
    type: frame.remote ? "remote" : "data",
    brs: frame.brs,
    id: `0x${frame.id.toString(16).toUpperCase()}`,
    data: frame.data.replace(/(..)(?=.)/g, "$1 "),
    length: String(frame.length ?? 8),
    delay: String(frame.delay_ms),
  };
}

/** A frame that was seen, as it would be sent again; undefined: an error frame cannot be sent. */
export function sentFrameOfSeen(seen: {
  channel: number;
  id: number;
  flags: number;
  size: number;
  hex: string;
}): SentFrame {
  const remote = (seen.flags & FLAG_REMOTE) !== 0;
  return {
    channel: seen.channel,
    id: seen.id,
    extended: (seen.flags & FLAG_EXTENDED) !== 0,
    remote,
    fd: (seen.flags & FLAG_FD) !== 0,
    brs: false,
    data: remote ? "" : seen.hex,
    ...(remote && { length: seen.size }),
    delay_ms: 0,
  };
}
