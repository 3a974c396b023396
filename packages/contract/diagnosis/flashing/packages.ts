import { z } from "zod";
import { firmwareSignature } from "../../device-link/firmware.ts";
import { flashManifest, flashSegment } from "../../device-link/flash/flash-order.ts";
import { bytesBody, endpoint } from "../../platform/endpoint.ts";
import { platformErrors } from "../../platform/errors.ts";
import { epochMs, listOf, orderQuery, pageQuery } from "../../platform/lists.ts";
import { idOf } from "../../platform/resource.ts";
import { reading, writing } from "../ecus.ts";
import { flashErrors } from "./errors.ts";

/** UDS-04. Text formats take about three times the bytes that they carry. */
export const MAX_PACKAGE_FILE_BYTES = 48 * 1024 * 1024;
export const MAX_PACKAGES = 500;
const name = z.string().trim().min(1).max(64);

export const FILE_FORMATS = ["srec", "ihex", "bin"] as const;

const flashPackage = z.object({
  package_id: z.string(),
  name: z.string(),
  file_name: z.string(),
  format: z.enum(FILE_FORMATS),
  size: z.number(),
  sha256: z.string(),
  segments: z.array(flashSegment),
  /** Warnings of the file, by line. */
  warnings: z.array(z.object({ code: z.string(), line: z.number() })),
  /** Null: it is not signed yet and cannot be flashed. */
  manifest: flashManifest.nullable(),
  key_name: z.string(),
  ecus: z.array(z.string()),
  user_name: z.string(),
  created_time: epochMs,
});
export type FlashPackage = z.output<typeof flashPackage>;

const ofPackage = z.object({ package_id: idOf("flashPackage") });

/** NAV-14: columns that the list is sorted by. */
export const PACKAGE_ORDERS = ["name", "size", "created_time"] as const;

export const listFlashPackages = endpoint({
  ...reading,
  name: "flash.listPackages",
  method: "GET",
  path: "/flash-packages",
  summary: { zh: "ECU 升级包列表", en: "Packages for ECUs" },
  query: z.object({ ...pageQuery, ...orderQuery(PACKAGE_ORDERS), keyword: z.string().trim().max(64).default("") }),
  reply: listOf(flashPackage),
});

/** The file is read and its faults are told by line; what it is for is said, and signed, afterwards. */
export const uploadFlashPackage = endpoint({
  ...writing,
  name: "flash.uploadPackage",
  method: "POST",
  path: "/flash-packages",
  summary: { zh: "上传 ECU 升级包文件", en: "Upload the file of a package" },
  bodyLimit: MAX_PACKAGE_FILE_BYTES,
  query: z.object({
    name,
    file_name: z.string().trim().min(1).max(255),
    /** Of a BIN file, which has none of its own. */
    base_address: z.coerce.number().int().min(0).max(0xffffffff).optional(),
  }),
  body: bytesBody,
  reply: z.object({ data: flashPackage }),
  errors: [
    flashErrors.packageNameTaken,
    flashErrors.packageLimit,
    flashErrors.fileBad,
    flashErrors.baseAddress,
    platformErrors.bodyTooLarge,
    platformErrors.unavailable,
  ],
});

export const signFlashPackage = endpoint({
  ...writing,
  name: "flash.signPackage",
  method: "PUT",
  path: "/flash-packages/{package_id}",
  summary: { zh: "为升级包填写清单和签名", en: "Give a package its manifest and signature" },
  params: ofPackage,
  body: z.object({ manifest: flashManifest, key_id: idOf("firmwareKey"), signature: firmwareSignature }),
  reply: z.object({ data: flashPackage }),
  errors: [flashErrors.packageSigned, flashErrors.packageExpired, flashErrors.wrongSignature],
});

export const deleteFlashPackage = endpoint({
  ...writing,
  name: "flash.deletePackage",
  method: "DELETE",
  path: "/flash-packages/{package_id}",
  summary: { zh: "删除升级包", en: "Delete a package" },
  params: ofPackage,
  reply: z.object({ message: z.string() }),
  errors: [flashErrors.packageInUse],
});

/** Names of the keys that sign; they are kept with device firmware. */
export const listFlashKeys = endpoint({
  ...reading,
  name: "flash.listKeys",
  method: "GET",
  path: "/flash-keys",
  summary: { zh: "升级包签名密钥", en: "Keys that sign packages" },
  reply: z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

/** For terminals, with HTTP Range. */
export const followFlashLink = endpoint({
  name: "flash.followLink",
  method: "GET",
  path: "/flash-links/{ticket}",
  summary: { zh: "终端下载升级包", en: "The image behind a terminal's link" },
  access: { kind: "public" },
  audited: false,
  rateLimit: { perMinute: 6000, per: "address" },
  params: z.object({ ticket: z.string().max(256) }),
  reply: z.unknown(),
  contentType: "application/octet-stream",
  errors: [flashErrors.linkInvalid, flashErrors.contentLost, platformErrors.unavailable],
});
