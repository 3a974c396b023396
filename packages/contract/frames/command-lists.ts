import { z } from "zod";
import { MAX_SENT_FRAMES } from "../device-link/limits.ts";
import { MAX_SEND_DELAY_MS, MAX_SEND_REPEAT, sentFrame } from "../device-link/sent-frame.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { listErrors } from "./send-errors.ts";

/** DEV-06: how many saved lists a device has; the spec bounds their items only. */
export const MAX_COMMAND_LISTS = 100;
const NAME_MAX = 64;

/** A list: its name, its frames in order, and how it is sent. Also the format of export and import. */
export const commandListContent = z.object({
  name: z.string().trim().min(1, listErrors.listNameLength.code).max(NAME_MAX, listErrors.listNameLength.code),
  frames: z.array(sentFrame).min(1, listErrors.listLength.code).max(MAX_SENT_FRAMES, listErrors.listLength.code),
  /** How often the whole list is sent; 0: until it is stopped. */
  repeat: z.number().int().min(0).max(MAX_SEND_REPEAT).default(1),
  period_ms: z.number().int().min(0).max(MAX_SEND_DELAY_MS).default(0),
});
export type CommandListContent = z.output<typeof commandListContent>;

const commandList = commandListContent.extend({
  user_name: z.string().nullable(),
  updated_time: z.number(),
});
export type CommandList = z.output<typeof commandList>;

const common = { rateLimit: RATE.normal, params: z.object({ things_id: idOf("device") }) } as const;

export const listCommandLists = endpoint({
  ...common,
  name: "frames.listCommandLists",
  method: "GET",
  path: "/things/{things_id}/command-lists",
  summary: { zh: "已保存的指令列表", en: "The saved command lists of a device" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  reply: z.object({ list: z.array(commandList) }),
});

/** By its name: a list of the same name is replaced. */
export const saveCommandList = endpoint({
  ...common,
  name: "frames.saveCommandList",
  method: "PUT",
  path: "/things/{things_id}/command-lists",
  summary: { zh: "保存指令列表", en: "Save a command list" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  body: commandListContent,
  reply: z.object({ data: commandList }),
  errors: [listErrors.listLimit],
});

/** One that is gone already is no error. */
export const deleteCommandList = endpoint({
  ...common,
  name: "frames.deleteCommandList",
  method: "DELETE",
  path: "/things/{things_id}/command-lists",
  summary: { zh: "删除指令列表", en: "Delete a command list" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  query: z.object({ name: z.string().min(1).max(NAME_MAX) }),
  reply: z.object({ message: z.string() }),
});
