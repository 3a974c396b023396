import { createHash } from "node:crypto";
import { formatHex, parseHex } from "@canopy/can/bytes/hex";
import { unlockKey } from "@canopy/can/uds/unlock/unlock-algorithm";
import { type UnlockFile, unlockFile } from "@canopy/contract/device-link/uds-job";
import { unlockAlgorithm } from "@canopy/contract/device-link/unlock-operations";
import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import { diagnosisErrors } from "@canopy/contract/diagnosis/errors";
import { MAX_UNLOCK_FILES, type UnlockFileRow } from "@canopy/contract/diagnosis/unlock-files";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { seal, unseal } from "../../platform/seal.ts";
import * as store from "./unlock-store.ts";

export interface UnlockServices {
  readonly db: Db;
  readonly secret: string;
}

const PURPOSE = "diagnosis.unlock";
const NATIVE_NAME = /\.(dll|so|dylib|exe|sys|ocx)(\.\d+)*$/i;
/** Windows, ELF and Mach-O. */
const NATIVE_HEADS = ["4D5A", "7F454C46", "FEEDFACE", "FEEDFACF", "CEFAEDFE", "CFFAEDFE", "CAFEBABE"];

export async function makeUnlockFile(
  { db, secret }: UnlockServices,
  { tenantId, userName }: Pick<Caller, "tenantId" | "userName">,
  name: string,
  bytes: Buffer,
): Promise<UnlockFileRow> {
  const head = formatHex(bytes.subarray(0, 4));
  if (NATIVE_NAME.test(name) || NATIVE_HEADS.some((native) => head.startsWith(native)))
    throw new ApiError(ecuErrors.nativeLibrary, { field: "unlock_base64" });
  const file = readUnlockFile(bytes);
  const { total } = await store.pageOfUnlockFiles(db, tenantId, { limit: 1, offset: 0 });
  if (total >= MAX_UNLOCK_FILES) throw new ApiError(ecuErrors.fileLimit, { values: { limit: MAX_UNLOCK_FILES } });
  const levels = Object.keys(file.levels)
    .map(Number)
    .sort((a, b) => a - b);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const row = { name, content: seal(secret, PURPOSE, file), levels, sha256, userName };
  const id = await store.insertUnlockFile(db, tenantId, row);
  if (id === undefined) throw new ApiError(ecuErrors.fileNameTaken, { field: "name" });
  return mustFind(db, tenantId, id);
}

function readUnlockFile(bytes: Buffer): UnlockFile {
  const refuse = (problem: string) =>
    new ApiError(ecuErrors.badUnlockFile, { field: "unlock_base64", values: { problem } });
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : "JSON");
  }
  const checked = unlockFile.safeParse(json);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw refuse([issue?.path.join("."), issue?.message].filter(Boolean).join(": "));
  }
  return checked.data;
}

export async function mustFind(db: Db, tenantId: string, id: string): Promise<UnlockFileRow> {
  const file = await store.findUnlockFile(db, tenantId, id);
  if (!file) throw new ApiError(platformErrors.notFound);
  return file;
}

export async function tryKey(
  { db, secret }: UnlockServices,
  tenantId: string,
  id: string,
  { level, seed }: { level: number; seed: string },
): Promise<string> {
  const content = await store.unlockContent(db, tenantId, id);
  if (!content) throw new ApiError(platformErrors.notFound);
  const bytes = parseHex(seed);
  const file = openUnlockFile(secret, content);
  const key = bytes.ok ? unlockKey(unlockAlgorithm(file), level, bytes.value) : null;
  if (key === null) throw new ApiError(ecuErrors.noKey);
  return formatHex(key);
}

/** For a terminal: the algorithm of an ECU's unlock file. */
export async function unlockOfEcu(
  { db, secret }: UnlockServices,
  tenantId: string,
  ecuId: string,
): Promise<UnlockFile> {
  const content = await store.unlockContentOfEcu(db, tenantId, ecuId);
  if (!content) throw new ApiError(diagnosisErrors.noUnlockFile);
  return openUnlockFile(secret, content);
}

/** Sealed under another secret it cannot be read any more. */
function openUnlockFile(secret: string, content: Buffer): UnlockFile {
  const opened = unlockFile.safeParse(unseal(secret, PURPOSE, content));
  if (!opened.success) throw new ApiError(ecuErrors.noKey);
  return opened.data;
}
