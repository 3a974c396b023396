import { z } from "zod";
import { endpoint, RATE, streamBody } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { idOf } from "../platform/resource.ts";
import { transferErrors } from "../transfers/errors.ts";
import { fileErrors } from "./errors.ts";
import { fileName, MAX_FILE_BYTES, sha256 } from "./file-name.ts";

/** Bytes of a usual piece: small enough for a slow line within the time of a request. */
export const PIECE_BYTES = 4 * 1024 * 1024;
/** Each piece costs a commit: a fast line sends fewer. */
export const MOST_PIECE_BYTES = 32 * 1024 * 1024;
/** Every piece is kept by itself: this bounds how many a file has. */
export const LEAST_PIECE_BYTES = 64 * 1024;
/** A fleet may share one address. */
const UPLOAD_RATE = { perMinute: 3000, per: "address" } as const;

export const UPLOAD_STATES = ["receiving", "stored", "repeated"] as const;

const progress = z.object({
  file_id: z.string(),
  size: z.number(),
  /** The next byte to send. */
  received: z.number(),
  /** `repeated`: the same content was here before and is kept once. */
  state: z.enum(UPLOAD_STATES),
});

/** `upload` names the upload and is the right to send its bytes. */
export const begunUpload = progress.extend({ upload: z.string() });
export type BegunUpload = z.output<typeof begunUpload>;

export const newFile = z.object({
  name: fileName,
  size: z.number().int().min(0).max(MAX_FILE_BYTES),
  /** Of the whole file, in hexadecimal; checked with the last byte. */
  sha256: sha256.optional(),
});

const beginErrors = [
  fileErrors.spaceFull,
  fileErrors.tooManyFiles,
  fileErrors.wrongHash,
  transferErrors.diskFull,
  platformErrors.unavailable,
] as const;

/** The same name, size and hash again goes on with the file that has begun. */
export const beginDeviceFile = endpoint({
  name: "files.beginDeviceFile",
  method: "POST",
  path: "/device/files",
  summary: { zh: "终端开始上传文件", en: "A terminal begins to send a file" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  bodyLimit: 4096,
  body: newFile.extend({ device_id: z.string().max(64), key: z.string().max(256) }),
  reply: z.object({ data: begunUpload }),
  errors: [fileErrors.deviceRefused, ...beginErrors],
});

export const beginUpload = endpoint({
  name: "files.beginUpload",
  method: "POST",
  path: "/things/{things_id}/files",
  summary: { zh: "上传文件到设备", en: "Begin to upload a file of a device" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ things_id: idOf("device") }),
  body: newFile,
  reply: z.object({ data: begunUpload }),
  errors: beginErrors,
});

const ofUpload = {
  access: { kind: "public" },
  audited: false,
  rateLimit: UPLOAD_RATE,
  params: z.object({ upload: z.string().max(64) }),
  reply: z.object({ data: progress }),
} as const;

export const sendPiece = endpoint({
  ...ofUpload,
  name: "files.sendPiece",
  method: "PUT",
  path: "/file-uploads/{upload}",
  summary: { zh: "上传文件的下一段", en: "Send the next bytes of a file" },
  bodyLimit: MOST_PIECE_BYTES,
  query: z.object({ offset: z.coerce.number().int().min(0).max(MAX_FILE_BYTES).default(0) }),
  body: streamBody,
  errors: [
    fileErrors.uploadUnknown,
    fileErrors.wrongOffset,
    fileErrors.pieceTooSmall,
    fileErrors.wrongHash,
    transferErrors.diskFull,
    platformErrors.bodyTooLarge,
    platformErrors.unavailable,
  ],
});

export const uploadProgress = endpoint({
  ...ofUpload,
  name: "files.uploadProgress",
  method: "GET",
  path: "/file-uploads/{upload}",
  summary: { zh: "上传进度", en: "How much of a file has arrived" },
  errors: [fileErrors.uploadUnknown],
});
