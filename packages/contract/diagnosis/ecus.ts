import { z } from "zod";
import { UDS_EXTENDED_END, UDS_STANDARD_END } from "../device-link/uds-job.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs, listOf, orderQuery, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { ecuErrors } from "./ecu-errors.ts";
import { flashErrors } from "./flashing/errors.ts";

/** UDS-03 */
export const MAX_ECU_NAME = 50;
export const MAX_ECUS = 1000;

export const reading = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
export const writing = { rateLimit: RATE.normal, access: { kind: "tenant", level: "write" }, audited: true } as const;

const address = z.number().int().min(0).max(UDS_EXTENDED_END, ecuErrors.addressRange.code);
const ADDRESSES = ["physical_id", "response_id", "functional_id"] as const;

export const ecuContent = z
  .object({
    name: z.string().trim().min(1, ecuErrors.ecuName.code).max(MAX_ECU_NAME, ecuErrors.ecuName.code),
    extended: z.boolean().default(false),
    physical_id: address,
    response_id: address,
    functional_id: address,
    dtc_file_id: idOf("dtcFile").nullable().default(null),
    unlock_file_id: idOf("unlockFile").nullable().default(null),
    /** The firmware package of its flash settings; absent: it stays. */
    package_id: idOf("flashPackage").nullable().optional(),
  })
  .superRefine((ecu, context) => {
    for (const field of ADDRESSES) {
      if (ecu.extended || ecu[field] <= UDS_STANDARD_END) continue;
      context.addIssue({ code: "custom", path: [field], message: ecuErrors.addressRange.code });
    }
  });
export type EcuContent = z.output<typeof ecuContent>;

const ecu = z.object({
  ecu_id: z.string(),
  name: z.string(),
  extended: z.boolean(),
  physical_id: z.number(),
  response_id: z.number(),
  functional_id: z.number(),
  dtc_file_id: z.string().nullable(),
  dtc_file_name: z.string().nullable(),
  unlock_file_id: z.string().nullable(),
  unlock_file_name: z.string().nullable(),
  /** Of service 27, for which the unlock file has a key. */
  unlock_levels: z.array(z.number()),
  package_id: z.string().nullable(),
  package_name: z.string().nullable(),
  updated_time: epochMs,
});
export type Ecu = z.output<typeof ecu>;

const ofEcu = z.object({ ecu_id: idOf("ecu") });

/** NAV-14: columns that the list is sorted by. */
export const ECU_ORDERS = [
  "name",
  "extended",
  "physical_id",
  "response_id",
  "functional_id",
  "dtc_file_name",
  "unlock_file_name",
] as const;

export const listEcus = endpoint({
  ...reading,
  name: "diagnosis.listEcus",
  method: "GET",
  path: "/ecus",
  summary: { zh: "ECU 列表", en: "ECUs" },
  query: z.object({
    ...pageQuery,
    ...orderQuery(ECU_ORDERS),
    /** In the name, or a whole address in hexadecimal. */
    keyword: z.string().trim().max(128).default(""),
    extended: z.enum(["0", "1"]).optional(),
  }),
  reply: listOf(ecu),
});

export const createEcu = endpoint({
  ...writing,
  name: "diagnosis.createEcu",
  method: "POST",
  path: "/ecus",
  summary: { zh: "新建 ECU", en: "Create an ECU" },
  body: ecuContent,
  reply: z.object({ data: ecu }),
  errors: [
    ecuErrors.ecuName,
    ecuErrors.ecuNameTaken,
    ecuErrors.addressRange,
    ecuErrors.ecuLimit,
    flashErrors.packageForeign,
  ],
});

export const updateEcu = endpoint({
  ...writing,
  name: "diagnosis.updateEcu",
  method: "PUT",
  path: "/ecus/{ecu_id}",
  summary: { zh: "修改 ECU", en: "Change an ECU" },
  params: ofEcu,
  body: ecuContent,
  reply: z.object({ data: ecu }),
  errors: [ecuErrors.ecuName, ecuErrors.ecuNameTaken, ecuErrors.addressRange, flashErrors.packageForeign],
});

export const deleteEcu = endpoint({
  ...writing,
  name: "diagnosis.deleteEcu",
  method: "DELETE",
  path: "/ecus/{ecu_id}",
  summary: { zh: "删除 ECU", en: "Delete an ECU" },
  params: ofEcu,
  reply: z.object({ message: z.string() }),
});
