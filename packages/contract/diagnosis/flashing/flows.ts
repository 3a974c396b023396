import type { FlowProblem } from "@canopy/can/uds/flash/flow";
import { z } from "zod";
import { flowSteps, gateSources } from "../../device-link/flash/flash-order.ts";
import { udsSettings, unlockLevel } from "../../device-link/uds-job.ts";
import { endpoint, RATE } from "../../platform/endpoint.ts";
import type { Text } from "../../platform/language.ts";
import { epochMs } from "../../platform/lists.ts";
import { idOf } from "../../platform/resource.ts";
import { reading, writing } from "../ecus.ts";
import { flashErrors } from "./errors.ts";

export const MAX_FLOWS = 100;
const MAX_REGIONS = 64;

const flow = z.object({
  flow_id: z.string(),
  name: z.string(),
  steps: flowSteps,
  ecus: z.array(z.string()),
  user_name: z.string(),
  updated_time: epochMs,
});
export type FlashFlow = z.output<typeof flow>;

const flowContent = z.object({ name: z.string().trim().min(1).max(64), steps: flowSteps });
const ofFlow = z.object({ flow_id: idOf("flashFlow") });
const flowFaults = [flashErrors.flowNameTaken, flashErrors.flowBad];

export const listFlashFlows = endpoint({
  ...reading,
  name: "flash.listFlows",
  method: "GET",
  path: "/flash-flows",
  summary: { zh: "刷写流程列表", en: "Flows of flashing" },
  reply: z.object({ list: z.array(flow), standard: flowSteps }),
});

export const createFlashFlow = endpoint({
  ...writing,
  name: "flash.createFlow",
  method: "POST",
  path: "/flash-flows",
  summary: { zh: "新建刷写流程", en: "Create a flow" },
  body: flowContent,
  reply: z.object({ data: flow }),
  errors: [...flowFaults, flashErrors.flowLimit],
});

export const updateFlashFlow = endpoint({
  ...writing,
  name: "flash.updateFlow",
  method: "PUT",
  path: "/flash-flows/{flow_id}",
  summary: { zh: "修改刷写流程", en: "Change a flow" },
  params: ofFlow,
  body: flowContent,
  reply: z.object({ data: flow }),
  errors: flowFaults,
});

export const deleteFlashFlow = endpoint({
  ...writing,
  name: "flash.deleteFlow",
  method: "DELETE",
  path: "/flash-flows/{flow_id}",
  summary: { zh: "删除刷写流程", en: "Delete a flow" },
  params: ofFlow,
  reply: z.object({ message: z.string() }),
  errors: [flashErrors.flowInUse],
});

const address = z.number().int().min(0).max(0xffffffff);

const { fd, fill_byte, fc_timeout_ms, timeout_ms, enhanced_timeout_ms, remote_st_min_ms, block_size } =
  udsSettings.shape;

/** Frames and times of the tester, as in the settings of a diagnosis. */
export const flashTransport = z.object({
  ...{ fd, fill_byte, fc_timeout_ms, timeout_ms, enhanced_timeout_ms, remote_st_min_ms, block_size },
});

/** What flashing needs to know of a control unit. */
export const flashProfile = z.object({
  /** Memory that may be erased and written. */
  memory: z
    .array(z.object({ address, size: z.number().int().min(1).max(0x100000000) }))
    .max(MAX_REGIONS)
    .default([]),
  gates: gateSources.default({ speed: null, supply: null, parkingBrake: null, ignition: null }),
  /** Null: the ECU needs no unlocking. */
  transport: flashTransport.default(flashTransport.parse({})),
  security_level: unlockLevel.nullable().default(1),
  flow_id: idOf("flashFlow").nullable().default(null),
  package_id: idOf("flashPackage").nullable().default(null),
});
export type FlashProfile = z.output<typeof flashProfile>;

const ofEcu = z.object({ ecu_id: idOf("ecu") });

export const getFlashProfile = endpoint({
  ...reading,
  name: "flash.getProfile",
  method: "GET",
  path: "/ecus/{ecu_id}/flash",
  summary: { zh: "ECU 的刷写设置", en: "Flash settings of an ECU" },
  params: ofEcu,
  reply: z.object({ data: flashProfile }),
});

export const setFlashProfile = endpoint({
  ...writing,
  name: "flash.setProfile",
  method: "PUT",
  path: "/ecus/{ecu_id}/flash",
  summary: { zh: "修改 ECU 的刷写设置", en: "Change the flash settings of an ECU" },
  params: ofEcu,
  body: flashProfile,
  reply: z.object({ data: flashProfile }),
  errors: [flashErrors.packageForeign],
});

const settings = z.object({ two_persons: z.boolean() });

export const getFlashSettings = endpoint({
  ...reading,
  name: "flash.getSettings",
  method: "GET",
  path: "/flash-settings",
  summary: { zh: "刷写是否需要双人批准", en: "Whether flashing needs a second person" },
  reply: z.object({ data: settings }),
});

export const setFlashSettings = endpoint({
  name: "flash.setSettings",
  method: "PUT",
  path: "/flash-settings",
  summary: { zh: "设置刷写双人批准", en: "Ask for a second person" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.normal,
  body: settings,
  reply: z.object({ data: settings }),
});

/** UDS-05: each fault of a flow in words. */
export const FLOW_PROBLEM_TEXTS: Readonly<Record<FlowProblem, Text>> = {
  tooManySteps: { zh: "步骤过多，最多 40 步", en: "there are more than 40 steps" },
  twice: { zh: "该步骤已出现过", en: "this step is there already" },
  missing: { zh: "缺少编程会话、擦除或下载", en: "programming session, erase or download is missing" },
  order: { zh: "顺序错误：该步骤应更早执行", en: "it has to come before a step that stands above it" },
  noCheck: { zh: "缺少校验：请加入内存校验或依赖性检查", en: "a check of memory or dependencies is missing" },
  mayNotGoOn: { zh: "该步骤被拒绝后不能继续", en: "after a refusal of this step the flow cannot go on" },
  requestEmpty: { zh: "请填写请求字节", en: "the bytes of the request are missing" },
  requestOwnStep: {
    zh: "该服务有专用步骤，不能作为自定义请求",
    en: "this service has a step of its own and cannot be a request",
  },
};
