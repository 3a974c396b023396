import { FAULT_LISTS } from "@canopy/can/faults/fault-reader";
import { z } from "zod";
import { endpoint, RATE, readsDevice } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { timeUs } from "../platform/times.ts";
import { DTC_SEVERITIES } from "./dtc-csv.ts";

/** More than any vehicle has at once; further codes of a device are not kept. */
export const MAX_BUS_FAULTS = 2000;

const LAMPS = ["off", "on", "error", "notAvailable"] as const;
const lamp = z.object({ state: z.enum(LAMPS), flash: z.enum(["slow", "fast", "reserved", "steady"]) });

const of = {
  things_id: z.string(),
  device_name: z.string(),
  channel: z.number(),
  protocol: z.enum(["j1939", "obd"]),
  /** Address of J1939, identifier of an OBD-II answer. */
  source: z.number(),
};

const busFault = z.object({
  ...of,
  list: z.enum(FAULT_LISTS),
  /** `SPN 110 FMI 0`, `P0123-00`. */
  code: z.string(),
  /** Of the file of the control unit with that answer address, else of the first file that has the code. */
  name_zh: z.string(),
  name_en: z.string(),
  severity: z.enum(DTC_SEVERITIES).nullable(),
  /** In the newest message of its list. */
  is_current: z.boolean(),
  occurrences: z.number().nullable(),
  first_time: timeUs,
  last_time: timeUs,
});
export type BusFault = z.output<typeof busFault>;

const busFaultSender = z.object({
  ...of,
  list: z.enum([...FAULT_LISTS, "monitors", "information"]),
  heard_time: timeUs,
  facts: z.object({
    lamps: z.object({ malfunctionIndicator: lamp, redStop: lamp, amberWarning: lamp, protect: lamp }).optional(),
    is_mil_on: z.boolean().optional(),
    dtc_count: z.number().optional(),
    monitors: z.array(z.object({ name: z.string(), isAvailable: z.boolean(), isComplete: z.boolean() })).optional(),
    vin: z.string().optional(),
    ecu_name: z.string().optional(),
    calibration_ids: z.array(z.string()).optional(),
  }),
});
export type BusFaultSender = z.output<typeof busFaultSender>;
export type SenderFacts = BusFaultSender["facts"];

const reply = z.object({ list: z.array(busFault), senders: z.array(busFaultSender) });
export type BusFaultList = z.output<typeof reply>;

/** UDS-06: faults that control units told on the bus of a device by themselves: J1939 DM1 and DM2, answers of OBD-II. */
export const listBusFaults = endpoint({
  ...readsDevice,
  name: "diagnosis.listBusFaults",
  method: "GET",
  path: "/things/{things_id}/bus-faults",
  summary: { zh: "总线上报的故障", en: "Faults reported on the bus of a device" },
  reply,
});

/** UDS-06: of the channels that are bound to a vehicle now, on devices that the caller may read. */
export const listVehicleFaults = endpoint({
  access: { kind: "tenant", level: "read" },
  audited: false,
  rateLimit: RATE.normal,
  name: "diagnosis.listVehicleFaults",
  method: "GET",
  path: "/vehicles/{vehicle_id}/bus-faults",
  summary: { zh: "车辆总线上报的故障", en: "Faults that the buses of a vehicle tell" },
  params: z.object({ vehicle_id: idOf("vehicle") }),
  reply,
});

/** Those that are over; what holds comes again with the next message anyway. */
export const forgetBusFaults = endpoint({
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ things_id: idOf("device") }),
  name: "diagnosis.forgetBusFaults",
  method: "DELETE",
  path: "/things/{things_id}/bus-faults",
  summary: { zh: "清除已结束的总线故障记录", en: "Forget faults that are over" },
  reply: z.object({ removed: z.number() }),
});
