import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { firmwareErrors } from "./errors.ts";

export const MAX_FIRMWARE_KEYS = 20;

const signingKey = z.object({
  id: z.string(),
  name: z.string(),
  /** 32 bytes as base64; terminals are made with it. */
  public_key: z.string(),
  user_name: z.string(),
  create_time: z.number(),
});
export type FirmwareKey = z.output<typeof signingKey>;

const ofManager = { access: { kind: "manager" }, rateLimit: RATE.normal } as const;

export const listFirmwareKeys = endpoint({
  ...ofManager,
  name: "firmware.listFirmwareKeys",
  method: "GET",
  path: "/firmware/keys",
  summary: { zh: "固件签名公钥", en: "Public keys that sign images" },
  audited: false,
  reply: z.object({ list: z.array(signingKey) }),
});

export const addFirmwareKey = endpoint({
  ...ofManager,
  name: "firmware.addFirmwareKey",
  method: "POST",
  path: "/firmware/keys",
  summary: { zh: "添加固件签名公钥", en: "Add a public key that signs images" },
  audited: true,
  body: z.object({
    name: z.string().trim().min(1).max(64),
    /** PEM (SubjectPublicKeyInfo), or the 32 bytes as base64 or hexadecimal. */
    public_key: z.string().min(1).max(1024),
  }),
  reply: z.object({ data: signingKey }),
  errors: [firmwareErrors.keyInvalid, firmwareErrors.keyNameTaken, firmwareErrors.tooManyKeys],
});

export const deleteFirmwareKey = endpoint({
  ...ofManager,
  name: "firmware.deleteFirmwareKey",
  method: "DELETE",
  path: "/firmware/keys/{key_id}",
  summary: { zh: "删除固件签名公钥", en: "Delete a public key" },
  audited: true,
  params: z.object({ key_id: idOf("firmwareKey") }),
  reply: z.object({ message: z.string() }),
  errors: [firmwareErrors.keyInUse],
});
