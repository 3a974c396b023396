import { FLAG_BRS, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { idProblem } from "@canopy/can/frame/id";
import { lengthProblem } from "@canopy/can/frame/validate";
import { z } from "zod";
import { channel } from "./values.ts";

const hex = z.string().regex(/^([0-9a-fA-F]{2}){0,64}$/);

export const MAX_SEND_DELAY_MS = 3_600_000;
export const MAX_SEND_REPEAT = 1_000_000;

/** DEV-06: one frame to send; its length follows from `data`, a remote frame says it in `length`. */
export const sentFrame = z
  .object({
    channel,
    id: z.number().int().min(0).max(0x1fffffff),
    extended: z.boolean().default(false),
    remote: z.boolean().default(false),
    fd: z.boolean().default(false),
    brs: z.boolean().default(false),
    data: hex.default(""),
    length: z.number().int().min(0).max(8).optional(),
    /** After the item before it. */
    delay_ms: z.number().int().min(0).max(MAX_SEND_DELAY_MS).default(0),
  })
  .superRefine((frame, context) => {
    const add = (field: string, problem: string | null) => {
      if (problem !== null) context.addIssue({ code: "custom", path: [field], message: problem });
    };
    add("id", idProblem(frame.id, frame.extended ? "extended" : "standard"));
    add("remote", frame.fd && frame.remote ? "fdRemote" : null);
    add("brs", frame.brs && !frame.fd ? "fdFlagsWithoutFd" : null);
    add(
      "data",
      frame.remote && frame.data !== "" ? "remoteData" : lengthProblem(frame.data.length / 2, flagsOf(frame)),
    );
  });
export type SentFrame = z.output<typeof sentFrame>;

/** How long a list of frames takes to go out once. */
export function sendingMs(frames: readonly Pick<SentFrame, "delay_ms">[]): number {
  return frames.reduce((sum, { delay_ms }) => sum + delay_ms, 0);
}

function flagsOf({ extended, remote, fd, brs }: { extended: boolean; remote: boolean; fd: boolean; brs: boolean }) {
  return (extended ? FLAG_EXTENDED : 0) | (remote ? FLAG_REMOTE : 0) | (fd ? FLAG_FD : 0) | (fd && brs ? FLAG_BRS : 0);
}
