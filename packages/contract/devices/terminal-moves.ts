import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { deviceId } from "./device-id.ts";
import { deviceErrors, moveErrors } from "./errors.ts";
import { deviceName } from "./rules.ts";
import { thing } from "./thing.ts";

/** DEV-14: how long a transfer waits for the other side. */
export const TRANSFER_DAYS = 7;

const thingsId = z.object({ things_id: idOf("device") });
const message = z.object({ message: z.string() });
/** Moves between tenants need the manager, on both sides. */
const managing = { access: { kind: "manager" }, audited: true, rateLimit: RATE.guarded } as const;

/**
 * DEV-14: another terminal takes the place of this one, under a binding of its own. The device keeps name, labels,
 * vehicle and configuration; the frames of the old terminal stay in a device that only holds them. The key of the new
 * terminal is shown here and never again.
 */
export const swapTerminal = endpoint({
  name: "devices.swapTerminal",
  method: "POST",
  path: "/things/{things_id}/swap",
  summary: { zh: "更换终端（新密钥仅显示一次）", en: "Put another terminal in place; its key is shown once" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.guarded,
  params: thingsId,
  body: z.object({ third_things_id: deviceId }),
  reply: z.object({ data: thing, licence_key: z.string(), former_id: z.string() }),
  errors: [deviceErrors.idFormat, deviceErrors.idInvalid, deviceErrors.idBound, moveErrors.hasMoved],
});

/** DEV-14: the first of the two confirmations. An unknown name is answered like any other. */
export const offerTransfer = endpoint({
  ...managing,
  name: "devices.offerTransfer",
  method: "POST",
  path: "/things/{things_id}/transfer",
  summary: { zh: "发起设备转移", en: "Offer a device to another tenant" },
  params: thingsId,
  body: z.object({ receiver: z.string().trim().min(1).max(64) }),
  reply: z.object({ data: z.object({ receiver: z.string(), expires_time: z.number() }) }),
  errors: [moveErrors.hasMoved, moveErrors.gatewayTransfer],
});

export const getTransfer = endpoint({
  ...managing,
  name: "devices.getTransfer",
  method: "GET",
  path: "/things/{things_id}/transfer",
  summary: { zh: "设备转移状态", en: "Whether a device is on offer" },
  audited: false,
  rateLimit: RATE.normal,
  params: thingsId,
  reply: z.object({ data: z.object({ receiver: z.string(), expires_time: z.number() }).nullable() }),
});

export const cancelTransfer = endpoint({
  ...managing,
  name: "devices.cancelTransfer",
  method: "DELETE",
  path: "/things/{things_id}/transfer",
  summary: { zh: "撤回设备转移", en: "Withdraw the offer of a device" },
  params: thingsId,
  reply: message,
});

const offered = z.object({
  id: z.string(),
  third_things_id: z.string(),
  /** The tenant that offers it. */
  from_name: z.string(),
  expires_time: z.number(),
});
export type OfferedDevice = z.output<typeof offered>;

export const listTransfers = endpoint({
  ...managing,
  name: "devices.listTransfers",
  method: "GET",
  path: "/things/transfers",
  summary: { zh: "等待接收的设备", en: "Devices that wait to be received" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ list: z.array(offered) }),
});

/** DEV-14: the second confirmation. The receiver gets the terminal and a new key, and no history. */
export const acceptTransfer = endpoint({
  ...managing,
  name: "devices.acceptTransfer",
  method: "POST",
  path: "/things/transfers/{transfer_id}/accept",
  summary: { zh: "接收转移的设备（新密钥仅显示一次）", en: "Receive an offered device; its key is shown once" },
  params: z.object({ transfer_id: idOf("transfer") }),
  body: z.object({ name: deviceName }),
  reply: z.object({ data: thing, licence_key: z.string() }),
  errors: [deviceErrors.deviceLimit, deviceErrors.canDeviceLimit],
});

export const declineTransfer = endpoint({
  ...managing,
  name: "devices.declineTransfer",
  method: "DELETE",
  path: "/things/transfers/{transfer_id}",
  summary: { zh: "拒绝转移的设备", en: "Decline an offered device" },
  params: z.object({ transfer_id: idOf("transfer") }),
  reply: message,
});
