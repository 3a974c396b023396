import { z } from "zod";
import { firmwareSignature, firmwareVersion, MAX_FIRMWARE_BYTES } from "../device-link/firmware.ts";
import { bytesBody, endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { listOf, orderQuery, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { firmwareErrors } from "./errors.ts";

/** Of one call; every piece but the last has exactly this many bytes. */
export const IMAGE_PIECE_BYTES = 4 * 1024 * 1024;
export const MAX_IMAGES = 50;

/** self: of one's own making, outer: of another maker. */
export const IMAGE_KINDS = ["self", "outer"] as const;

const image = z.object({
  id: z.string(),
  version: z.string(),
  type: z.enum(IMAGE_KINDS),
  description: z.string(),
  file_name: z.string(),
  size: z.number(),
  received: z.number(),
  sha256: z.string(),
  /** Null: a whole image. */
  base_version: z.string().nullable(),
  key_name: z.string(),
  state: z.enum(["receiving", "ready"]),
  /** Part of a rollout: it cannot be deleted. */
  in_use: z.boolean(),
  user_name: z.string(),
  create_time: z.number(),
});
export type FirmwareImage = z.output<typeof image>;

const ofManager = { access: { kind: "manager" }, rateLimit: RATE.normal } as const;
const ofImage = { ...ofManager, params: z.object({ image_id: idOf("firmwareImage") }) } as const;

/** NAV-14: columns that the list is sorted by. */
export const IMAGE_ORDERS = [
  "version",
  "state",
  "type",
  "description",
  "size",
  "key_name",
  "user_name",
  "create_time",
] as const;

export const listFirmwareImages = endpoint({
  ...ofManager,
  name: "firmware.listFirmwareImages",
  method: "GET",
  path: "/firmware/images",
  summary: { zh: "固件列表", en: "Images" },
  audited: false,
  query: z.object({
    ...pageQuery,
    ...orderQuery(IMAGE_ORDERS),
    keyword: z.string().max(64).optional(),
    type: z.enum(IMAGE_KINDS).optional(),
  }),
  reply: listOf(image),
});

/** DEV-08 */
export const newImage = z.object({
  version: firmwareVersion,
  type: z.enum(IMAGE_KINDS),
  description: z.string().max(500).default(""),
  file_name: z.string().min(1).max(255),
  size: z.number().int().min(1).max(MAX_FIRMWARE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  differential: z.boolean().default(false),
  base_version: firmwareVersion.optional(),
  key_id: idOf("firmwareKey"),
  signature: firmwareSignature,
});

/** The same version, content and signature again goes on with the upload that was cut. */
export const beginFirmwareImage = endpoint({
  ...ofManager,
  name: "firmware.beginFirmwareImage",
  method: "POST",
  path: "/firmware/images",
  summary: { zh: "开始上传固件", en: "Begin to upload an image" },
  audited: true,
  body: newImage,
  reply: z.object({ data: image }),
  errors: [
    firmwareErrors.versionTaken,
    firmwareErrors.baseEmpty,
    firmwareErrors.baseSame,
    firmwareErrors.tooManyImages,
    firmwareErrors.wrongSignature,
  ],
});

/** With the last byte the hash is checked; the signature was when the upload began. */
export const sendFirmwarePiece = endpoint({
  ...ofImage,
  name: "firmware.sendFirmwarePiece",
  method: "PUT",
  path: "/firmware/images/{image_id}/content",
  summary: { zh: "上传固件的下一段", en: "Send the next bytes of an image" },
  audited: false,
  bodyLimit: IMAGE_PIECE_BYTES,
  query: z.object({ offset: z.coerce.number().int().min(0).max(MAX_FIRMWARE_BYTES).default(0) }),
  body: bytesBody,
  reply: z.object({ data: image }),
  errors: [
    firmwareErrors.wrongOffset,
    firmwareErrors.wrongHash,
    firmwareErrors.diskFull,
    platformErrors.bodyTooLarge,
    platformErrors.unavailable,
  ],
});

export const deleteFirmwareImage = endpoint({
  ...ofImage,
  name: "firmware.deleteFirmwareImage",
  method: "DELETE",
  path: "/firmware/images/{image_id}",
  summary: { zh: "删除固件", en: "Delete an image" },
  audited: true,
  reply: z.object({ message: z.string() }),
  errors: [firmwareErrors.imageInUse],
});

/** For terminals, with HTTP Range. A fleet may share one address. */
export const followFirmwareLink = endpoint({
  name: "firmware.followFirmwareLink",
  method: "GET",
  path: "/firmware-links/{ticket}",
  summary: { zh: "终端下载固件", en: "The image behind a terminal's link" },
  access: { kind: "public" },
  audited: false,
  rateLimit: { perMinute: 6000, per: "address" },
  params: z.object({ ticket: z.string().max(256) }),
  reply: z.unknown(),
  contentType: "application/octet-stream",
  errors: [firmwareErrors.linkInvalid, firmwareErrors.imageDamaged, platformErrors.unavailable],
});
