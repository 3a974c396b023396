import { z } from "zod";
import { deviceConfig } from "../device-link/config.ts";
import { methods } from "../device-link/methods.ts";
import { type SentFrame, sendingMs } from "../device-link/sent-frame.ts";
import { content } from "../device-link/values.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { queryMs } from "../platform/times.ts";
import { commandErrors } from "./errors.ts";

/** DEV-06: how long a terminal has for its answer; below the minute after which an Idempotency-Key counts as abandoned. */
export const COMMAND_TIMEOUT_MS = 10_000;
export const MAX_COMMAND_TIMEOUT_MS = 50_000;

/** DEV-06: a list of frames that goes out once for longer than this goes on after the call that started it. */
const MAX_AWAITED_LIST_MS = MAX_COMMAND_TIMEOUT_MS - COMMAND_TIMEOUT_MS;
export const outlastsCall = (frames: readonly Pick<SentFrame, "delay_ms">[]): boolean =>
  sendingMs(frames) > MAX_AWAITED_LIST_MS;

const none = z.object({});
const revision = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * Commands of users to a terminal. Uploads and firmware are excluded: the server gives their addresses. `time.sync`
 * gets the server's time, whatever is sent.
 */
export const commandParams = {
  "frames.stop": methods["frames.stop"].params,
  "frames.send": methods["frames.send"].params,
  "time.sync": none,
  "record.start": methods["record.start"].params,
  "record.stop": methods["record.stop"].params,
  "device.reboot": methods["device.reboot"].params,
  "card.format": methods["card.format"].params,
  "config.read": methods["config.read"].params,
  "config.write": z.object({ revision, config: deviceConfig }),
  "files.list": methods["files.list"].params,
  "files.cancel": methods["files.cancel"].params,
  "files.delete": methods["files.delete"].params,
  "uds.request": methods["uds.request"].params,
} as const satisfies Record<string, z.ZodType>;
export type CommandMethod = keyof typeof commandParams;
export const COMMAND_METHODS = Object.keys(commandParams) as [CommandMethod, ...CommandMethod[]];

/** Results of a terminal: one that does not fit counts as a device error. */
export function commandResult(method: CommandMethod): z.ZodType {
  return method === "config.write" ? z.looseObject({}) : methods[method].result;
}

/** `sending` until it is settled; a server that dies meanwhile leaves it `lost`. */
export const COMMAND_STATES = ["sending", "done", "failed", "offline", "timeout", "lost"] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

export const command = z.object({
  id: z.string(),
  /** By others than this endpoint also methods that are not a user's to send. */
  method: z.string(),
  params: content,
  state: z.enum(COMMAND_STATES),
  result: z.unknown(),
  /** Of a failed one: the terminal's message. */
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  /** Null: the server itself (a rule, a job). */
  user_name: z.string().nullable(),
  sent_time: z.number(),
  finished_time: z.number().nullable(),
});
export type Command = z.output<typeof command>;

const thingsId = z.object({ things_id: idOf("device") });

/**
 * DEV-06: answers when the terminal has answered; offline, late or refused is an error. Nothing is queued. A list of frames
 * that takes more than 40 s to go out once is answered as `sending`: it stands among the transmissions until it has gone
 * out, and its result among the commands.
 */
export const sendCommand = endpoint({
  name: "devices.sendCommand",
  method: "POST",
  path: "/things/{things_id}/commands",
  summary: { zh: "向设备下发指令并等待应答", en: "Send a command to a device and wait for its answer" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
  idempotent: true,
  bodyLimit: 1024 * 1024,
  params: thingsId,
  body: z
    .object({
      method: z.enum(COMMAND_METHODS),
      params: content.default({}),
      timeout_ms: z.number().int().min(100).max(MAX_COMMAND_TIMEOUT_MS).default(COMMAND_TIMEOUT_MS),
      /** Of a cyclic `frames.send`: a page stays with it and says so by `devices.keepTransmissions`. */
      attended: z.boolean().default(false),
    })
    .superRefine(({ method, params }, context) => {
      const checked = commandParams[method].safeParse(params);
      for (const { path, message } of checked.error?.issues ?? [])
        context.addIssue({ code: "custom", path: ["params", ...path], message });
    }),
  reply: z.object({ data: command }),
  errors: [
    commandErrors.deviceOffline,
    commandErrors.responseTimeout,
    commandErrors.commandRefused,
    commandErrors.commandUnknown,
    commandErrors.badAnswer,
    commandErrors.tooManyCommands,
    commandErrors.tooManyLists,
    commandErrors.sendingManagers,
    commandErrors.sendingOff,
  ],
});

/** Newest first. */
export const listCommands = endpoint({
  name: "devices.listCommands",
  method: "GET",
  path: "/things/{things_id}/commands",
  summary: { zh: "设备指令记录", en: "The commands sent to a device" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  rateLimit: RATE.normal,
  params: thingsId,
  query: z.object({
    ...pageQuery,
    method: z.string().max(64).optional(),
    state: z.enum(COMMAND_STATES).optional(),
    start_time: queryMs.optional(),
    end_time: queryMs.optional(),
  }),
  reply: listOf(command),
});
