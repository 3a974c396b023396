import { randomUUID } from "node:crypto";
import { LOCATION } from "@canopy/contract/files/file-name";
import { insertAnalysis } from "../../files/analysis/analysis-store.ts";
import type { FileReceiver } from "../../files/receive-file.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { testDevice } from "../terminals/test-device.ts";

interface Owner {
  readonly tenantId: string;
  readonly userId: string;
}

const LOG = Buffer.from(`(${Math.floor(Date.now() / 1000) - 60}.000000) can0 123#00\n`);

/** A stored log of a device of its own. */
export async function testStoredFile(
  db: Db,
  receiver: FileReceiver,
  { tenantId, userId }: Owner,
): Promise<{ fileId: string; thingsId: string; bindingNumber: number }> {
  const { thingsId, bindingNumber } = await testDevice(db, tenantId);
  const sender = { tenantId, userId, source: "upload", location: LOCATION.cloud, thingsId } as const;
  const file = await receiver.begin({ ...sender, name: "test.log", size: LOG.length, sha256: null }, null);
  if (!file) throw new Error("the file was not made");
  await receiver.append(file, 0, LOG);
  await receiver.finish({ ...file, received: LOG.length });
  return { fileId: file.id, thingsId, bindingNumber };
}

/** A file of the tenant itself that everyone reads; once for each name. */
export async function testTenantFile(receiver: FileReceiver, { tenantId, userId }: Owner, name: string): Promise<void> {
  const sender = { tenantId, userId, source: "upload", location: LOCATION.tenant, thingsId: null } as const;
  const wanted = { ...sender, name, size: 0, sha256: null, fileType: "x" };
  const file = await receiver.begin(wanted, null);
  if (file) await receiver.finish(file);
}

/** An analysis whose job is queued. */
export async function testAnalysis(
  db: Db,
  receiver: FileReceiver,
  owner: Owner,
  jobId: string,
): Promise<{ recordId: string; thingsId: string }> {
  const { fileId, thingsId, bindingNumber } = await testStoredFile(db, receiver, owner);
  const recordId = randomUUID();
  const { tenantId, userId } = owner;
  const made = { id: recordId, tenantId, userId, fileId, fileName: "test.log", location: 0, thingsId, bindingNumber };
  await insertAnalysis(db, made, jobId);
  return { recordId, thingsId };
}
