import { z } from "zod";
import { deviceErrors } from "./errors.ts";

/** DEV-02 */
export const NAME_MAX = 64;
export const DESCRIPTION_MAX = 128;
export const MAX_CHANNELS = 16;
export const IMPORT_MAX_ROWS = 500;
/** DEV-09: limits that the spec leaves open. */
export const LABEL_NAME_MAX = 32;
export const MAX_LABELS_PER_DEVICE = 20;
export const MAX_GROUPS = 200;
export const MAX_GROUP_MEMBERS = 10_000;

export const CLASSES = ["ordinary", "gateway"] as const;
export type DeviceClass = (typeof CLASSES)[number];

export const SD_STATES = ["not_inserted", "recording", "not_recording", "unsupported"] as const;
export type SdState = (typeof SD_STATES)[number];

/** How the terminal speaks (design §6). */
export const DIALECTS = ["canopy", "candtu"] as const;
export type Dialect = (typeof DIALECTS)[number];

export const deviceName = z
  .string()
  .trim()
  .min(1, deviceErrors.nameLength.code)
  .max(NAME_MAX, deviceErrors.nameLength.code);

export const description = z
  .string()
  .max(DESCRIPTION_MAX, deviceErrors.descriptionFormat.code)
  .regex(/^[\p{Script=Han}A-Za-z0-9_-]*$/u, deviceErrors.descriptionFormat.code);

export const channelEnable = z.array(z.boolean()).max(MAX_CHANNELS);
