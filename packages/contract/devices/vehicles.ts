import { z } from "zod";
import { CHANNELS_END } from "../device-link/channels.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, orderType, pageQuery, queryFlag } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { deviceErrors } from "./errors.ts";
import { deviceName } from "./rules.ts";
import { vehicleErrors } from "./vehicle-errors.ts";
import { vin } from "./vin.ts";

/** DEV-11 leaves these open; bounded all the same. */
export const MAX_VEHICLES = 10_000;
export const MAX_VEHICLE_CHANNELS = 64;
/** Limit of former bindings in an answer. */
export const MAX_FORMER_CHANNELS = 64;
export const PLATE_MAX = 16;

const channelNumber = z
  .number()
  .int()
  .min(0)
  .max(CHANNELS_END - 1);

const boundChannel = z.object({
  things_id: z.string(),
  device_name: z.string(),
  third_things_id: z.string(),
  online: z.boolean(),
  channel: z.number(),
});
export type BoundChannel = z.output<typeof boundChannel>;

const formerChannel = boundChannel.extend({ from_time: z.number(), until_time: z.number() });
export type FormerChannel = z.output<typeof formerChannel>;

const vehicle = z.object({
  id: z.string(),
  name: z.string(),
  vin: z.string(),
  /** Oddities of the VIN, which is stored all the same. */
  vin_warning: z.enum(["length", "checkDigit"]).nullable(),
  plate: z.string(),
  /** Of devices that the caller may read, in the order of their names. */
  channels: z.array(boundChannel),
  /** Former bindings, the newest first: their recordings are its history (DEV-14). */
  former_channels: z.array(formerChannel),
  /** Number of channels of devices that the caller may not read. */
  hidden_channels: z.number(),
  created_time: z.number(),
  updated_time: z.number(),
});
export type Vehicle = z.output<typeof vehicle>;

const distinct = (channels: readonly { things_id: string; channel: number }[]) =>
  new Set(channels.map(({ things_id, channel }) => `${things_id.toLowerCase()}/${channel}`)).size === channels.length;

/** Sets the channels of devices that the caller may read; those of other devices stay. */
const chosenChannels = z
  .array(z.object({ things_id: idOf("device"), channel: channelNumber }))
  .max(MAX_VEHICLE_CHANNELS)
  .refine(distinct, vehicleErrors.channelsRepeat.code);
export type ChannelChoice = z.output<typeof chosenChannels>;

/** The body of a vehicle's form. */
export const vehicleContent = z.object({
  name: deviceName,
  vin,
  plate: z.string().trim().max(PLATE_MAX, vehicleErrors.plateLength.code).default(""),
  channels: chosenChannels.default([]),
});
export type VehicleContent = z.output<typeof vehicleContent>;

/** Replaces name, VIN and plate; without channels those stay as they are by then. */
const vehicleChange = vehicleContent.extend({ channels: chosenChannels.optional() });
export type VehicleChange = z.output<typeof vehicleChange>;

const reading = { access: { kind: "tenant", level: "read" }, audited: false, rateLimit: RATE.normal } as const;
const writing = { access: { kind: "tenant", level: "write" }, audited: true, rateLimit: RATE.normal } as const;
const one = z.object({ vehicle_id: idOf("vehicle") });
const contentErrors = [
  deviceErrors.nameLength,
  vehicleErrors.vinFormat,
  vehicleErrors.plateLength,
  vehicleErrors.vehicleNameTaken,
  vehicleErrors.vinTaken,
  vehicleErrors.channelsRepeat,
  vehicleErrors.channelTaken,
];

export const VEHICLE_ORDERS = ["name", "vin", "plate", "channels", "updated_time"] as const;
export type VehicleOrder = (typeof VEHICLE_ORDERS)[number];

export const listVehicles = endpoint({
  ...reading,
  name: "devices.listVehicles",
  method: "GET",
  path: "/vehicles",
  summary: { zh: "车辆列表", en: "Vehicles" },
  query: z.object({
    ...pageQuery,
    /** Part of the name, the VIN, the plate, or of a bound device's name or ID. */
    keyword: z.string().max(64).default(""),
    /** `yes`: at least one channel is bound; `no`: none. */
    bound: z.enum(["", "yes", "no"]).default(""),
    order_param: z.enum(VEHICLE_ORDERS).default("name"),
    order_type: orderType.default(0),
  }),
  reply: listOf(vehicle),
});

export const getVehicle = endpoint({
  ...reading,
  name: "devices.getVehicle",
  method: "GET",
  path: "/vehicles/{vehicle_id}",
  summary: { zh: "车辆详情", en: "A vehicle" },
  params: one,
  reply: z.object({ data: vehicle }),
});

export const createVehicle = endpoint({
  ...writing,
  name: "devices.createVehicle",
  method: "POST",
  path: "/vehicles",
  summary: { zh: "添加车辆", en: "Add a vehicle" },
  body: vehicleContent,
  reply: z.object({ data: vehicle }),
  errors: [...contentErrors, vehicleErrors.vehicleLimit],
});

export const updateVehicle = endpoint({
  ...writing,
  name: "devices.updateVehicle",
  method: "PUT",
  path: "/vehicles/{vehicle_id}",
  summary: { zh: "修改车辆", en: "Change a vehicle" },
  params: one,
  body: vehicleChange,
  reply: z.object({ data: vehicle }),
  errors: contentErrors,
});

/** With channels bound and without force: refused with the count. Devices and their data stay in any case. */
export const deleteVehicle = endpoint({
  ...writing,
  name: "devices.deleteVehicle",
  method: "DELETE",
  path: "/vehicles/{vehicle_id}",
  summary: { zh: "删除车辆", en: "Delete a vehicle" },
  params: one,
  query: z.object({ force: queryFlag(false) }),
  reply: z.object({ message: z.string() }),
  errors: [vehicleErrors.vehicleInUse],
});

/** Which channels already belong to a vehicle, so that a form can say so before it is sent. */
export const listBoundChannels = endpoint({
  ...reading,
  name: "devices.listBoundChannels",
  method: "GET",
  path: "/vehicles/channels",
  summary: { zh: "已绑定车辆的通道", en: "Channels that belong to a vehicle" },
  reply: z.object({
    list: z.array(
      z.object({ things_id: z.string(), channel: z.number(), vehicle_id: z.string(), vehicle_name: z.string() }),
    ),
  }),
});
