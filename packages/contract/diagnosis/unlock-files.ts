import { z } from "zod";
import { unlockLevel } from "../device-link/uds-job.ts";
import { endpoint } from "../platform/endpoint.ts";
import { epochMs, listOf, orderQuery, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { ecuErrors } from "./ecu-errors.ts";
import { reading, writing } from "./ecus.ts";

export const MAX_UNLOCK_FILES = 500;
const CONTENT_BYTES = 256 * 1024;
const scriptErrors = [
  ecuErrors.scriptTime,
  ecuErrors.scriptMemory,
  ecuErrors.scriptFailed,
  ecuErrors.scriptKey,
  ecuErrors.scriptBusy,
];

/** The content never comes back, only its hash. */
const unlockFileRow = z.object({
  unlock_file_id: z.string(),
  name: z.string(),
  /** A script in the sandbox instead of a JSON algorithm: the server makes its keys. */
  is_script: z.boolean(),
  levels: z.array(z.number()),
  sha256: z.string(),
  user_name: z.string(),
  ecus: z.array(z.string()),
  created_time: epochMs,
});
export type UnlockFileRow = z.output<typeof unlockFileRow>;

const ofFile = z.object({ unlock_file_id: idOf("unlockFile") });

/** Of a request that unlocks an ECU. */
export const unlockErrors = [...scriptErrors, ecuErrors.scriptOnTerminal, ecuErrors.noKey];

/** NAV-14: columns that the list is sorted by. */
export const UNLOCK_ORDERS = ["name", "is_script", "user_name", "created_time"] as const;

export const listUnlockFiles = endpoint({
  ...reading,
  name: "diagnosis.listUnlockFiles",
  method: "GET",
  path: "/unlock-files",
  summary: { zh: "解锁文件列表", en: "Unlock files" },
  query: z.object({ ...pageQuery, ...orderQuery(UNLOCK_ORDERS) }),
  reply: listOf(unlockFileRow),
});

/** A JSON algorithm, or a script (`.js`) with a function `key(seed, level)` that runs in the sandbox. */
export const createUnlockFile = endpoint({
  ...writing,
  name: "diagnosis.createUnlockFile",
  method: "POST",
  path: "/unlock-files",
  summary: { zh: "上传解锁文件", en: "Upload an unlock file" },
  bodyLimit: 2 * CONTENT_BYTES,
  body: z.object({
    name: z.string().trim().min(1).max(100),
    unlock_base64: z.base64().max((CONTENT_BYTES * 4) / 3),
  }),
  reply: z.object({ data: unlockFileRow }),
  errors: [
    ecuErrors.nativeLibrary,
    ecuErrors.badUnlockFile,
    ecuErrors.fileNameTaken,
    ecuErrors.fileLimit,
    ...scriptErrors,
  ],
});

export const deleteUnlockFile = endpoint({
  ...writing,
  name: "diagnosis.deleteUnlockFile",
  method: "DELETE",
  path: "/unlock-files/{unlock_file_id}",
  summary: { zh: "删除解锁文件", en: "Delete an unlock file" },
  params: ofFile,
  reply: z.object({ message: z.string() }),
  errors: [ecuErrors.fileInUse],
});

/** The key of a seed, to compare with one that is known. */
export const tryUnlockFile = endpoint({
  ...writing,
  name: "diagnosis.tryUnlockFile",
  method: "POST",
  path: "/unlock-files/{unlock_file_id}/try",
  summary: { zh: "试算密钥", en: "Try an unlock file: seed to key" },
  params: ofFile,
  body: z.object({ level: unlockLevel, seed: z.string().regex(/^([0-9a-fA-F]{2}){1,64}$/) }),
  reply: z.object({ data: z.object({ key: z.string() }) }),
  errors: [ecuErrors.noKey, ...scriptErrors],
});
