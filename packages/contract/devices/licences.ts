import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { deviceId } from "./device-id.ts";
import { deviceErrors } from "./errors.ts";

/** The body of the licence form. */
export const licenceRequest = z.object({
  info_model_id: idOf("infoModel"),
  third_things_id: deviceId,
  secret: z.string().min(1).max(256),
});

/** DEV-03: signed with the secret, which is used and forgotten. */
export const generateLicence = endpoint({
  name: "devices.generateLicence",
  method: "POST",
  path: "/things/licences",
  summary: { zh: "生成授权", en: "Generate a licence" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.guarded,
  body: licenceRequest,
  reply: z.object({ data: z.string() }),
  errors: [deviceErrors.idFormat, deviceErrors.idInvalid],
});

const config = z.object({
  /** Whether page and menu are shown. */
  enable: z.boolean(),
  /** Whether adding a device needs a licence issued for its type and ID. */
  required: z.boolean(),
});
export type LicenceConfig = z.output<typeof config>;

export const licenceConfig = endpoint({
  name: "devices.licenceConfig",
  method: "GET",
  path: "/things/licence-config",
  summary: { zh: "许可证功能配置", en: "Whether the licence feature is enabled" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ data: config }),
});

export const setLicenceConfig = endpoint({
  name: "devices.setLicenceConfig",
  method: "PUT",
  path: "/things/licence-config",
  summary: { zh: "设置授权功能", en: "Configure the licence feature" },
  access: { kind: "system" },
  audited: true,
  rateLimit: RATE.normal,
  body: config,
  reply: z.object({ data: config }),
});
