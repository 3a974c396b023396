import { z } from "zod";
import { idOf } from "../platform/resource.ts";
import { deviceId } from "./device-id.ts";
import {
  CLASSES,
  channelEnable,
  DIALECTS,
  description,
  deviceName,
  MAX_LABELS_PER_DEVICE,
  SD_STATES,
} from "./rules.ts";

/** A device as its page knows it (spec §3). */
export const thing = z.object({
  id: z.string(),
  name: z.string(),
  third_things_id: z.string(),
  licence: z.string().nullable(),
  description: z.string(),
  info_model_id: z.string().nullable(),
  info_model_name: z.string().nullable(),
  class: z.enum(CLASSES),
  gateway_id: z.string().nullable(),
  dialect: z.enum(DIALECTS),
  server: z.string(),
  channel_enable: channelEnable,
  online: z.boolean(),
  online_time: z.number().nullable(),
  offline_time: z.number().nullable(),
  /** Null until the terminal has said. */
  sd_state: z.enum(SD_STATES).nullable(),
  /** Fill level of the card, by the terminal's last report. */
  sd_used_percent: z.number().nullable(),
  firmware_version: z.string().nullable(),
  favourite: z.boolean(),
  labels: z.array(z.object({ id: z.string(), name: z.string() })),
  things_usage: z.number(),
  last_cal_usage_time: z.number().nullable(),
  created_time: z.number(),
  /** DEV-14: since when the terminal is elsewhere and only its history is here. */
  moved_time: z.number().nullable(),
  /** The caller's level (USR-03). */
  level: z.enum(["read", "write"]),
});
export type Thing = z.output<typeof thing>;

/** The fields that can be changed later. */
const editable = {
  name: deviceName,
  description: description,
  info_model_id: idOf("infoModel").nullable(),
  class: z.enum(CLASSES),
  /** The gateway that carries it; an ordinary device only. */
  gateway_id: idOf("gateway").nullable(),
  dialect: z.enum(DIALECTS),
  server: z.string().max(128),
  channel_enable: channelEnable,
  licence: z.string().max(64).nullable(),
};

export const newThing = z.object({
  ...editable,
  third_things_id: deviceId,
  description: editable.description.default(""),
  info_model_id: editable.info_model_id.default(null),
  class: editable.class.default("ordinary"),
  gateway_id: editable.gateway_id.default(null),
  dialect: editable.dialect.default("canopy"),
  server: editable.server.default(""),
  channel_enable: editable.channel_enable.default([true, true]),
  licence: editable.licence.default(null),
  label_ids: z.array(idOf("label")).max(MAX_LABELS_PER_DEVICE).default([]),
});
export type NewThing = z.output<typeof newThing>;

export const thingChanges = z.object(editable).partial();
export type ThingChanges = z.output<typeof thingChanges>;
