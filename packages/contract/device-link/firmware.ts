import { z } from "zod";
import { count, shortText } from "./values.ts";

/** DEV-08: xx.xx.xx, one or two digits each. */
export const firmwareVersion = z.string().regex(/^\d{1,2}\.\d{1,2}\.\d{1,2}$/);

/** Of an image; a terminal has this much room for one. */
export const MAX_FIRMWARE_BYTES = 64 * 1024 * 1024;

const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

/** Ed25519 over `firmwareManifest`, 64 bytes as base64. */
export const firmwareSignature = z.string().regex(SIGNATURE);

/** `firmware.install`: answered at once; what becomes of it follows in `up/firmware`. */
export const firmwareOrder = z.object({
  url: z.url(),
  version: shortText.min(1),
  size: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Name of this upgrade in `up/firmware`; the server gives it. */
  job: shortText.optional(),
  /** Of a differential image: the version it can be installed on. */
  base_version: shortText.optional(),
  signature: firmwareSignature.optional(),
});
export type FirmwareOrder = z.output<typeof firmwareOrder>;

export const FIRMWARE_STAGES = ["downloading", "verifying", "installing", "restarting", "done", "failed"] as const;
export type FirmwareStage = (typeof FIRMWARE_STAGES)[number];

/** Why an upgrade failed, in the terminal's words; the last two are the server's. */
export const FIRMWARE_CODES = [
  "download",
  "size",
  "hash",
  "signature",
  "base",
  "room",
  "install",
  "rolledBack",
  "refused",
  "silent",
] as const;
export type FirmwareCode = (typeof FIRMWARE_CODES)[number];

/** `up/firmware`: about once a second while downloading, and with every new stage. */
export const firmwareMessage = z.object({
  job: shortText.min(1),
  stage: z.enum(FIRMWARE_STAGES),
  /** Bytes that are there. */
  received: count.optional(),
  bytes_per_second: count.optional(),
  code: shortText.optional(),
});
export type FirmwareProgress = z.output<typeof firmwareMessage>;

/** The text that is signed: it ties the content to its version, so that neither can be exchanged. */
export function firmwareManifest(image: {
  version: string;
  base_version?: string | undefined;
  size: number;
  sha256: string;
}): string {
  const { version, base_version = "-", size, sha256 } = image;
  return `canopy-firmware/1\nversion ${version}\nbase ${base_version}\nsize ${size}\nsha256 ${sha256}\n`;
}
