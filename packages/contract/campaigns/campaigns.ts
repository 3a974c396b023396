import { z } from "zod";
import { signInErrors } from "../accounts/errors.ts";
import { diagnosisErrors } from "../diagnosis/errors.ts";
import { flashErrors } from "../diagnosis/flashing/errors.ts";
import { rolloutErrors } from "../firmware/rollout-errors.ts";
import {
  ofManager,
  ofRollout,
  planErrors,
  rollout,
  rolloutPlan,
  rolloutPreview,
  rolloutScope,
} from "../firmware/rollouts.ts";
import { endpoint } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";

/** UDS-04: one package for one control unit of many vehicles. */
const payload = {
  ecu_id: idOf("ecu"),
  package_id: idOf("flashPackage"),
  /** None: the flow of the control unit. */
  flow_id: idOf("flashFlow").nullish(),
  channel: z.number().int().min(0).max(255).default(0),
};

const payloadErrors = [
  flashErrors.packageUnsigned,
  flashErrors.packageExpired,
  flashErrors.packageForeign,
  flashErrors.noMemoryMap,
  diagnosisErrors.noUnlockFile,
];
const password = z.string().min(1).max(256);

/** Whose ECU would be flashed now; the others by name. Whether a vehicle meets its gates is known at its turn alone. */
export const previewCampaign = endpoint({
  ...ofManager,
  name: "campaigns.preview",
  method: "POST",
  reads: true,
  path: "/campaigns/preview",
  summary: { zh: "预览 ECU 批量升级对象", en: "Which vehicles an ECU campaign would flash" },
  audited: false,
  body: z.object({ ...payload, ...rolloutScope }),
  reply: z.object({ data: rolloutPreview }),
  errors: [rolloutErrors.scopeEmpty, rolloutErrors.notOfKind, ...payloadErrors],
});

export const newCampaign = z.object({ ...payload, ...rolloutPlan, password });

/** From here on it is a rollout. Where the tenant asks for two persons it waits for the other one. */
export const createCampaign = endpoint({
  ...ofManager,
  name: "campaigns.create",
  method: "POST",
  path: "/campaigns",
  summary: { zh: "新建 ECU 批量升级", en: "Start an ECU campaign" },
  audited: true,
  sessionOnly: true,
  body: newCampaign,
  reply: z.object({ data: rollout }),
  errors: [...planErrors, ...payloadErrors, flashErrors.passwordWrong, signInErrors.locked],
});

export const approveCampaign = endpoint({
  ...ofRollout,
  name: "campaigns.approve",
  method: "POST",
  path: "/campaigns/{rollout_id}/approve",
  summary: { zh: "批准 ECU 批量升级", en: "Approve an ECU campaign" },
  audited: true,
  sessionOnly: true,
  body: z.object({ password }),
  reply: z.object({ data: rollout }),
  errors: [rolloutErrors.wrongState, flashErrors.ownApproval, flashErrors.passwordWrong, signInErrors.locked],
});

/** To those who may approve. */
export const CAMPAIGN_ASKED = {
  title: { zh: "ECU 批量升级待批准", en: "An ECU campaign waits for approval" },
  content: {
    zh: "{user} 申请将 {scope} 的 {ecu} 批量刷写为 {version}。",
    en: "{user} asks to flash {ecu} of {scope} to {version}.",
  },
} as const;
