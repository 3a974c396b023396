import { fileErrors } from "@canopy/contract/files/errors";
import { fileName, LOCATION, MAX_FILE_BYTES } from "@canopy/contract/files/file-name";
import { PIECE_BYTES } from "@canopy/contract/files/uploads";
import { z } from "zod";
import { systemCode } from "../../platform/engines/start-fault.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { defineJob, type JobContext, type JobDefinition, type JobName } from "../../platform/jobs/job-definition.ts";
import { getFile, type StoredFile } from "../file-store.ts";
import type { FileReceiver, Receiving } from "../receive-file.ts";
import { changeRow, deleteRow, type InboxRow, inboxRow, startOver } from "./inbox-file-store.ts";
import type { InboxPlace } from "./inbox-place.ts";

export interface TakeServices extends Receiving {
  readonly receiver: FileReceiver;
  readonly inbox: InboxPlace;
}

const input = z.object({ id: z.string() });
type Input = z.output<typeof input>;
export const TAKE: JobName<Input> = { kind: "files.takeInbox", input };

const SIX_HOURS_MS = 6 * 3_600_000;

/** Copies a file of the inbox into the cloud files of its device. One that was interrupted goes on with its byte. */
export function takeInboxJob(services: TakeServices): JobDefinition<Input> {
  const handler = async (context: JobContext<Input>) => {
    const { tenantId } = context;
    const row = tenantId === null ? undefined : await inboxRow(services.db, tenantId, context.input.id);
    if (row?.state === "taking") await takeOrSayWhy(services, row, context);
    return null;
  };
  return defineJob(TAKE.kind, { input, concurrency: 2, timeoutMs: SIX_HOURS_MS, handler });
}

/** What another attempt would not mend becomes the reason; a place that is away is tried again. */
async function takeOrSayWhy(services: TakeServices, row: InboxRow, context: JobContext<Input>): Promise<void> {
  try {
    await take(services, row, context);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    if (row.fileId !== null) await services.receiver.remove(row.tenantId, [row.fileId]);
    await changeRow(services.db, row, { state: "failed", code, fileId: null });
  }
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.def.status === 503 ? undefined : error.def.code;
  const isDenied = ["EACCES", "EPERM", "ELOOP", "EISDIR", "ENXIO", "EIO"].includes(systemCode(error) ?? "");
  return isDenied ? fileErrors.inboxUnreadable.code : undefined;
}

async function take(services: TakeServices, row: InboxRow, context: JobContext<Input>): Promise<void> {
  const { db, receiver, inbox } = services;
  const found = await inbox.look(row.tenantId, row.path);
  if (found === undefined) return giveUp(services, row);
  if (found.version !== row.version) return startOver(db, row, found);
  requireFit(row);
  const file = await begun(services, row);
  if (file.state === "receiving" && !(await copied(services, row, file, context))) return giveUp(services, row);
  const whole = await getFile(db, row.tenantId, file.id);
  if (whole === undefined) return giveUp(services, row);
  const now = await inbox.look(row.tenantId, row.path);
  if (now !== undefined && now.version !== row.version) {
    await receiver.remove(row.tenantId, [file.id]);
    return startOver(db, row, now);
  }
  const stored = whole.state === "stored" ? whole : (await receiver.finish(whole)).file;
  if (!(await changeRow(db, row, { state: "taken", fileId: stored.id }))) return;
  // It is ours now. One that cannot be removed is known by its version and not taken again.
  await inbox.remove(row.tenantId, row.path).catch((error: unknown) => {
    context.log.warn({ err: error, path: row.path }, "a file that was taken over stays in the inbox");
  });
}

function requireFit({ path, size }: InboxRow): void {
  if (size === 0) throw new ApiError(fileErrors.inboxEmpty);
  if (size > MAX_FILE_BYTES) throw new ApiError(fileErrors.inboxTooLarge);
  if (!fileName.safeParse(placeOf(path).name).success) throw new ApiError(fileErrors.inboxName);
}

function placeOf(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf("/");
  return { folder: at < 0 ? "" : path.slice(0, at), name: path.slice(at + 1) };
}

async function begun({ db, receiver }: TakeServices, row: InboxRow): Promise<StoredFile> {
  const { tenantId, fileId, thingsId, size } = row;
  if (fileId === null || thingsId === null) throw new ApiError(fileErrors.inboxNoDevice);
  const here = await getFile(db, tenantId, fileId);
  if (here) return here;
  const sender = { tenantId, thingsId, userId: null, source: "inbox", location: LOCATION.cloud } as const;
  const file = await receiver.begin({ ...sender, ...placeOf(row.path), size, sha256: null }, null, fileId);
  if (!file) throw new ApiError(fileErrors.inboxBusy);
  return file;
}

/** False: it ended before its size, or somebody else copies it. */
async function copied(
  { receiver, inbox }: TakeServices,
  { tenantId, path, size }: InboxRow,
  file: StoredFile,
  { signal, progress }: JobContext<Input>,
): Promise<boolean> {
  for (let at = file.received; at < size; ) {
    signal.throwIfAborted();
    const bytes = await inbox.read(tenantId, path, at, Math.min(PIECE_BYTES, size - at));
    if (bytes.length === 0 || !(await receiver.append(file, at, bytes))) return false;
    at += bytes.length;
    await progress(at / size);
  }
  return true;
}

/** Nothing of it stays; the next look finds what is there then. */
async function giveUp({ db, receiver }: TakeServices, row: InboxRow): Promise<void> {
  if (row.fileId !== null) await receiver.remove(row.tenantId, [row.fileId]);
  await deleteRow(db, row);
}
