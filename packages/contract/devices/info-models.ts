import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, orderQuery, pageQuery, queryFlag } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { typeErrors } from "./errors.ts";
import { dataGroups } from "./type-fields.ts";

const infoModel = z.object({
  id: z.string(),
  name: z.string(),
  keyword: z.string(),
  is_public: z.boolean(),
  /** Of the caller's tenant; else offered by the platform or by its merchant. */
  own: z.boolean(),
  data_groups: dataGroups,
  /** Counts changes: an edit names the version it is based on. */
  version: z.number(),
  things_num: z.number(),
});
export type InfoModel = z.output<typeof infoModel>;

/** DEV-04: keyword of CAN devices; the list call of the spec filters by it. */
export const CAN_KEYWORD = "can";

export const infoModelContent = z.object({
  name: z.string().trim().min(1).max(64),
  keyword: z.string().trim().max(32).default(CAN_KEYWORD),
  is_public: z.boolean().default(false),
  data_groups: dataGroups.default([]),
});
export type NewInfoModel = z.output<typeof infoModelContent>;

const COLLECTION = "/mapping-mgmt/tenants/{tenant_id}/info-models";
const inTenant = z.object({ tenant_id: idOf("tenant") });
const one = z.object({ tenant_id: idOf("tenant"), info_model_id: idOf("infoModel") });
const reading = { access: { kind: "session" }, audited: false, rateLimit: RATE.normal } as const;
const managing = { access: { kind: "manager" }, audited: true, rateLimit: RATE.normal } as const;
const contentErrors = [
  typeErrors.typeNameTaken,
  typeErrors.groupNamesRepeat,
  typeErrors.fieldName,
  typeErrors.fieldNamesRepeat,
];

/** NAV-14: columns that the list is sorted by. */
export const TYPE_ORDERS = ["name", "keyword", "things_num", "own", "is_public"] as const;

export const listInfoModels = endpoint({
  ...reading,
  name: "devices.listInfoModels",
  method: "GET",
  path: COLLECTION,
  summary: { zh: "设备类型列表", en: "Device types" },
  params: inTenant,
  query: z.object({
    ...pageQuery,
    ...orderQuery(TYPE_ORDERS),
    /** Types marked with this word, or with it in their name; empty for all. */
    keyword: z.string().max(64).default(CAN_KEYWORD),
    /** Beside one's own, those that the platform or one's merchant offers. */
    to_public: queryFlag(true),
  }),
  reply: listOf(infoModel.omit({ data_groups: true })),
});

export const getInfoModel = endpoint({
  ...reading,
  name: "devices.getInfoModel",
  method: "GET",
  path: `${COLLECTION}/{info_model_id}`,
  summary: { zh: "设备类型详情", en: "A device type" },
  params: one,
  reply: z.object({ data: infoModel }),
});

export const createInfoModel = endpoint({
  ...managing,
  name: "devices.createInfoModel",
  method: "POST",
  path: COLLECTION,
  summary: { zh: "新建设备类型", en: "Create a device type" },
  params: inTenant,
  body: infoModelContent,
  reply: z.object({ data: infoModel }),
  errors: [...contentErrors, typeErrors.typeLimit],
});

export const updateInfoModel = endpoint({
  ...managing,
  name: "devices.updateInfoModel",
  method: "PUT",
  path: `${COLLECTION}/{info_model_id}`,
  summary: { zh: "修改设备类型", en: "Change a device type" },
  params: one,
  /** With a version, the change is refused where the type has another by now. */
  body: infoModelContent.extend({ version: z.number().int().positive().optional() }),
  reply: z.object({ data: infoModel }),
  errors: [...contentErrors, typeErrors.typeStale],
});

/** Details of the refusal: devices of the tenant that have the type; its rules and scheduled outputs on it. */
export const typeInUse = z.object({ count: z.number(), rules: z.number().default(0) });

/**
 * In use and without force: refused with the counts. With force its devices keep their data and become untyped, and rules
 * on it are deleted. Refused, also with force, while another tenant uses it.
 */
export const deleteInfoModel = endpoint({
  ...managing,
  name: "devices.deleteInfoModel",
  method: "DELETE",
  path: `${COLLECTION}/{info_model_id}`,
  summary: { zh: "删除设备类型", en: "Delete a device type" },
  params: one,
  query: z.object({ force: queryFlag(false) }),
  reply: z.object({ message: z.string() }),
  errors: [typeErrors.typeInUse, typeErrors.typeUsedByOthers],
});
