import { randomUUID } from "node:crypto";
import { commandErrors } from "@canopy/contract/devices/errors";
import { fileErrors } from "@canopy/contract/files/errors";
import { isTooLargeFor } from "@canopy/contract/files/recall-rules";
import { LARGE_FILE_FIRMWARE, MAX_WAITING_RECALLS, type Recall } from "@canopy/contract/files/recalls";
import { platformErrors } from "@canopy/contract/platform/errors";
import { hashToken } from "../../accounts/secrets.ts";
import { appendDeviceLog } from "../../devices/device-log-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type CardOwner, cardFilesNamed, type KeptCardFile } from "./card-store.ts";
import * as store from "./recall-store.ts";
import { uploadOf } from "./recall-upload.ts";

interface StartServices {
  readonly db: Db;
  readonly secret: string;
  readonly now: () => number;
}

interface Wanted {
  readonly thingsId: string;
  readonly names: readonly string[];
  readonly analyse: boolean;
}

/** FIL-02: files of the card go to the end of the device's queue; all of them, or none. */
export async function startRecalls(services: StartServices, caller: Caller, wanted: Wanted): Promise<Recall[]> {
  const owner = { tenantId: caller.tenantId, thingsId: wanted.thingsId };
  const names = [...new Set(wanted.names)];
  return services.db.transaction().execute(async (db) => {
    await store.lockQueue(db, owner);
    const device = await store.linkOf(db, owner);
    if (!device) throw new ApiError(platformErrors.notFound);
    if (!device.online) throw new ApiError(commandErrors.deviceOffline);
    const files = await checkedFiles(db, owner, names, device.firmware);
    const running = await store.runningRecalls(db, owner);
    const missing = files.filter(({ name, size }) => !running.some((one) => one.name === name && one.size === size));
    const underWay = running.some(({ state }) => state !== "waiting") ? 1 : 0;
    const room = MAX_WAITING_RECALLS + 1 - underWay - running.filter(({ state }) => state === "waiting").length;
    if (missing.length > room)
      throw new ApiError(fileErrors.tooManyRecalls, { values: { limit: MAX_WAITING_RECALLS } });
    for (const file of missing) await addRecall({ ...services, db }, caller, owner, { file, analyse: wanted.analyse });
    const queue = await store.runningRecalls(db, owner);
    return queue.filter(({ name }) => names.includes(name));
  });
}

async function checkedFiles(
  db: Db,
  owner: CardOwner,
  names: readonly string[],
  firmware: string | null,
): Promise<KeptCardFile[]> {
  const known = new Map((await cardFilesNamed(db, owner, names)).map((file) => [file.name, file]));
  return names.map((name) => {
    const file = known.get(name);
    if (!file) throw new ApiError(fileErrors.notOnCard, { values: { name } });
    if (file.is_writing) throw new ApiError(fileErrors.stillWritten, { values: { name } });
    if (isTooLargeFor(firmware, file.size))
      throw new ApiError(fileErrors.recallTooLarge, { values: { name, version: LARGE_FILE_FIRMWARE } });
    return file;
  });
}

async function addRecall(
  { db, secret, now }: StartServices,
  { userId, userName }: Caller,
  owner: CardOwner,
  { file, analyse }: { file: KeptCardFile; analyse: boolean },
): Promise<void> {
  const id = randomUUID();
  const content = { method: "files.upload", name: file.name } as const;
  const logId = await appendDeviceLog(db, { ...owner, kind: "command", content, userName, atMs: now() });
  const uploadHash = hashToken(uploadOf(secret, id));
  await store.insertRecall(db, owner, { ...file, id, userId, userName, analyse, uploadHash, logId });
}
