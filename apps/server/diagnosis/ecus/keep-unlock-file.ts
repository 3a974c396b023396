import { createHash } from "node:crypto";
import { formatHex, parseHex } from "@canopy/can/bytes/hex";
import { unlockKey } from "@canopy/can/uds/unlock/unlock-algorithm";
import { type UnlockFile, unlockFile } from "@canopy/contract/device-link/uds-job";
import { unlockAlgorithm } from "@canopy/contract/device-link/unlock-operations";
import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import { diagnosisErrors } from "@canopy/contract/diagnosis/errors";
import { MAX_UNLOCK_FILES, type UnlockFileRow } from "@canopy/contract/diagnosis/unlock-files";
import { platformErrors } from "@canopy/contract/platform/errors";
import { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { RunScript } from "../../platform/sandbox/sandbox.ts";
import { seal, unseal } from "../../platform/seal.ts";
import { keyOfScript, levelsOfScript } from "./unlock-script.ts";
import * as store from "./unlock-store.ts";

export interface UnlockServices {
  readonly db: Db;
  readonly secret: string;
  /** In the sandbox. */
  readonly runScript: RunScript;
}

/** What is sealed: an algorithm, or a script. */
const content = z.union([unlockFile, z.strictObject({ script: z.string() })]);
type UnlockContent = z.output<typeof content>;

const PURPOSE = "diagnosis.unlock";
const SCRIPT_NAME = /\.m?js$/i;
const NATIVE_NAME = /\.(dll|so|dylib|exe|sys|ocx)(\.\d+)*$/i;
/** Windows, ELF and Mach-O. */
const NATIVE_HEADS = ["4D5A", "7F454C46", "FEEDFACE", "FEEDFACF", "CEFAEDFE", "CFFAEDFE", "CAFEBABE"];

export async function makeUnlockFile(
  { db, secret, runScript }: UnlockServices,
  { tenantId, userName }: Pick<Caller, "tenantId" | "userName">,
  name: string,
  bytes: Buffer,
): Promise<UnlockFileRow> {
  const head = formatHex(bytes.subarray(0, 4));
  if (NATIVE_NAME.test(name) || NATIVE_HEADS.some((native) => head.startsWith(native)))
    throw new ApiError(ecuErrors.nativeLibrary, { field: "unlock_base64" });
  const isScript = SCRIPT_NAME.test(name);
  const file: UnlockContent = isScript ? { script: bytes.toString("utf8") } : readUnlockFile(bytes);
  const { total } = await store.pageOfUnlockFiles(db, tenantId, { limit: 1, offset: 0 });
  if (total >= MAX_UNLOCK_FILES) throw new ApiError(ecuErrors.fileLimit, { values: { limit: MAX_UNLOCK_FILES } });
  const levels = await levelsOf(runScript, file);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const row = { name, content: seal(secret, PURPOSE, file), isScript, levels, sha256, userName };
  const id = await store.insertUnlockFile(db, tenantId, row);
  if (id === undefined) throw new ApiError(ecuErrors.fileNameTaken, { field: "name" });
  return mustFind(db, tenantId, id);
}

async function levelsOf(runScript: RunScript, file: UnlockContent): Promise<number[]> {
  if ("script" in file) return levelsOfScript(runScript, file.script);
  return Object.keys(file.levels)
    .map(Number)
    .sort((a, b) => a - b);
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
  { db, secret, runScript }: UnlockServices,
  tenantId: string,
  id: string,
  { level, seed }: { level: number; seed: string },
): Promise<string> {
  const sealed = await store.unlockContent(db, tenantId, id);
  if (!sealed) throw new ApiError(platformErrors.notFound);
  const bytes = parseHex(seed);
  const file = openUnlockFile(secret, sealed);
  if ("script" in file && bytes.ok)
    return formatHex(await keyOfScript(runScript, file.script, { level, seed: bytes.value }));
  const key = bytes.ok && !("script" in file) ? unlockKey(unlockAlgorithm(file), level, bytes.value) : null;
  if (key === null) throw new ApiError(ecuErrors.noKey);
  return formatHex(key);
}

/** For a terminal: the algorithm of an ECU's unlock file. */
export async function unlockOfEcu(
  services: Pick<UnlockServices, "db" | "secret">,
  tenantId: string,
  ecuId: string,
): Promise<UnlockFile> {
  const file = await contentOfEcu(services, tenantId, ecuId);
  if ("script" in file) throw new ApiError(ecuErrors.scriptOnTerminal);
  return file;
}

/** For a flash: null where the file is a script, which stays here. */
export async function flashUnlockOfEcu(
  services: Pick<UnlockServices, "db" | "secret">,
  tenantId: string,
  ecuId: string,
): Promise<UnlockFile | null> {
  const file = await contentOfEcu(services, tenantId, ecuId);
  return "script" in file ? null : file;
}

/** Makes keys by the script of an ECU; undefined: its file is an algorithm. */
export async function scriptOfEcu(
  services: UnlockServices,
  tenantId: string,
  ecuId: string,
): Promise<((level: number, seed: Uint8Array) => Promise<Uint8Array>) | undefined> {
  const file = await contentOfEcu(services, tenantId, ecuId);
  if (!("script" in file)) return undefined;
  return (level, seed) => keyOfScript(services.runScript, file.script, { level, seed });
}

async function contentOfEcu(
  { db, secret }: Pick<UnlockServices, "db" | "secret">,
  tenantId: string,
  ecuId: string,
): Promise<UnlockContent> {
  const sealed = await store.unlockContentOfEcu(db, tenantId, ecuId);
  if (!sealed) throw new ApiError(diagnosisErrors.noUnlockFile);
  return openUnlockFile(secret, sealed);
}

/** Sealed under another secret it cannot be read any more. */
function openUnlockFile(secret: string, sealed: Buffer): UnlockContent {
  const opened = content.safeParse(unseal(secret, PURPOSE, sealed));
  if (!opened.success) throw new ApiError(ecuErrors.noKey);
  return opened.data;
}
