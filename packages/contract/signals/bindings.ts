import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { JOB_STATES } from "../platform/system.ts";
import { strategyErrors } from "./strategy-errors.ts";

export const MAX_DEVICE_BINDINGS = 32;

const binding = z.object({
  binding_id: z.string(),
  channel: z.number(),
  strategy_id: z.string(),
  strategy_name: z.string(),
  nickname: z.string(),
  dbc_id: z.string(),
  dbc_name: z.string(),
  /** Of the DBC; it stays until the newest is asked for. */
  revision: z.number(),
  newest_revision: z.number(),
  /** DBC-03: a paused one keeps its values and uses no more capacity. */
  state: z.enum(["enabled", "paused"]),
  signal_count: z.number(),
  /** Days with frames, and how many of them are materialised as they are now. */
  days: z.number(),
  days_done: z.number(),
  backfill: z.object({ job_id: z.string(), state: z.enum(JOB_STATES), progress: z.number() }).nullable(),
  created_time: z.number(),
});
export type SignalBinding = z.output<typeof binding>;

const common = { rateLimit: RATE.normal } as const;
const reading = { ...common, access: { kind: "device", level: "read", field: "things_id" }, audited: false } as const;
const writing = { ...common, access: { kind: "device", level: "write", field: "things_id" }, audited: true } as const;
const ofDevice = z.object({ things_id: idOf("device") });
const ofBinding = ofDevice.extend({ binding_id: idOf("signalBinding") });

export const listSignalBindings = endpoint({
  ...reading,
  name: "signals.listSignalBindings",
  method: "GET",
  path: "/things/{things_id}/signal-bindings",
  summary: { zh: "设备通道的信号绑定", en: "The signal bindings of a device's channels" },
  params: ofDevice,
  reply: z.object({ list: z.array(binding) }),
});

/** DBC-03: enabled, with the newest revision of the strategy's DBC. Frames stored before today wait for a back-fill. */
export const bindStrategy = endpoint({
  ...writing,
  name: "signals.bindStrategy",
  method: "POST",
  path: "/things/{things_id}/signal-bindings",
  summary: { zh: "为设备通道绑定信号策略", en: "Bind a signal strategy to a device's channel" },
  params: ofDevice,
  body: z.object({ channel: z.number().int().min(0).max(255), strategy_id: idOf("signalStrategy") }),
  reply: z.object({ data: binding }),
  errors: [strategyErrors.bindingTwice, strategyErrors.bindingLimit],
});

export const changeSignalBinding = endpoint({
  ...writing,
  name: "signals.changeSignalBinding",
  method: "PATCH",
  path: "/things/{things_id}/signal-bindings/{binding_id}",
  summary: { zh: "启用、暂停绑定或采用 DBC 最新修订", en: "Enable or pause a binding, or use the newest revision" },
  params: ofBinding,
  body: z.object({
    state: z.enum(["enabled", "paused"]).optional(),
    /** Kept values are made again with it. */
    revision: z.enum(["newest"]).optional(),
  }),
  reply: z.object({ data: binding }),
});

/** DBC-03: clears its panels and kept values, never a frame. The page asks first. */
export const unbindStrategy = endpoint({
  ...writing,
  name: "signals.unbindStrategy",
  method: "DELETE",
  path: "/things/{things_id}/signal-bindings/{binding_id}",
  summary: { zh: "解除绑定并清除其曲线与数据", en: "Unbind, and clear its panels and materialised data" },
  params: ofBinding,
  reply: z.object({ data: z.object({ panels: z.number() }) }),
});

/** Frames that were stored before: a task with progress, which can be cancelled; days that are done stay done. */
export const backfillBinding = endpoint({
  ...writing,
  name: "signals.backfillBinding",
  method: "POST",
  path: "/things/{things_id}/signal-bindings/{binding_id}/backfill",
  summary: { zh: "补算历史数据", en: "Materialise what was stored before" },
  params: ofBinding,
  reply: z.object({ data: z.object({ job_id: z.string() }) }),
  errors: [strategyErrors.bindingPaused, strategyErrors.backfillRunning],
});
