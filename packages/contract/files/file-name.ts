import { z } from "zod";
import { MAX_IMPORT_BYTES } from "../transfers/imports.ts";

/** A log of one drive or of a season. */
export const MAX_FILE_BYTES = MAX_IMPORT_BYTES;
export const MAX_NAME_LENGTH = 255;

/** Shown to people and used in no path of ours; separators and control characters only mislead. */
export const fileName = z
  .string()
  .min(1)
  .max(MAX_NAME_LENGTH)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  .regex(/^(?!\.{1,2}$)[^/\\\u0000-\u001f\u007f]+$/);

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/i);

/** FIL-01, FIL-05: 0 cloud, 1 FTP; ours: 2 the tenant's own. */
export const LOCATION = { cloud: 0, ftp: 1, tenant: 2 } as const;
export type FileLocation = (typeof LOCATION)[keyof typeof LOCATION];

/** `device`: sent by a terminal of its own accord; `inbox`: left by a logger of another maker. */
export const FILE_SOURCES = ["recall", "ftp", "upload", "device", "inbox"] as const;
export type FileSource = (typeof FILE_SOURCES)[number];
