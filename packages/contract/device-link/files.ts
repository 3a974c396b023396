import { z } from "zod";
import { count, shortText, timeMs } from "./values.ts";

/** Content of a file of the card. */
export const FILE_CONTENTS = ["can", "gps", "lin", "digital", "merged"] as const;

export type FileContent = (typeof FILE_CONTENTS)[number];

export const cardFile = z.object({
  name: shortText.min(1),
  size: count,
  time: timeMs,
  content: z.enum(FILE_CONTENTS).optional(),
  channel: z.number().int().min(0).max(255).optional(),
  /** Of its last entry; `time` is that of its first. */
  end_time: timeMs.optional(),
  /** It is still being written and cannot be sent yet. */
  writing: z.boolean().optional(),
});
export type CardFile = z.output<typeof cardFile>;

/** Which files of the card are meant; candtu terminals keep each kind apart. */
export const cardKind = {
  content: z.enum(FILE_CONTENTS).optional(),
  channel: z.number().int().min(0).max(255).optional(),
};

/** `up/files`: how an upload asked for by `files.upload` goes on; at most once a second, and at its end. */
export const filesMessage = z.object({
  /** The id of the request. */
  id: shortText.min(1),
  name: shortText.min(1),
  state: z.enum(["sending", "done", "failed", "cancelled"]),
  offset: count,
  size: count,
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  code: shortText.optional(),
});
export type FileProgress = z.output<typeof filesMessage>;
