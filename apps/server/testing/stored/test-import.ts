import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "../../platform/postgres/schema.ts";
import { insertImport, setReceived, setStep } from "../../transfers/import-store.ts";
import { testDevice } from "../terminals/test-device.ts";

const LOG = `(${Math.floor(Date.now() / 1000) - 60}.000000) can0 123#00\n`;

/** An import of this user whose file was uploaded and looked at. */
export async function testImport(
  db: Db,
  folder: string,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<{ taskId: string; thingsId: string }> {
  const { thingsId, bindingNumber } = await testDevice(db, tenantId);
  const taskId = randomUUID();
  await insertImport(db, { id: taskId, tenantId, userId, thingsId, bindingNumber, name: "test.log", size: LOG.length });
  await setReceived(db, tenantId, taskId, LOG.length);
  mkdirSync(join(folder, "imports"), { recursive: true });
  writeFileSync(join(folder, "imports", taskId), LOG);
  const time = `${Date.now() - 60_000}000`;
  const found = {
    format: "candump",
    sha256: taskId,
    frames: 1,
    bytes: 16,
    first: time,
    last: time,
    channels: [{ channel: 0, name: "can0", frames: 1 }],
    problems: [],
    problem_count: 0,
  };
  await setStep(db, tenantId, taskId, { state: "checked", found });
  return { taskId, thingsId };
}
