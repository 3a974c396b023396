import { randomUUID } from "node:crypto";
import { changeRow, filesIn, noteFound } from "../../files/inbox/inbox-file-store.ts";
import { replaceRules } from "../../files/inbox/inbox-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";

interface Owner {
  readonly tenantId: string;
  readonly userId: string;
}

/** A file of the inbox that matches no rule. */
export async function testInboxFile(db: Db, owner: Owner): Promise<string> {
  await replaceRules(db, owner, []);
  const path = `${randomUUID()}.log`;
  await noteFound(db, owner.tenantId, [{ path, size: 1, version: "1" }]);
  const row = (await filesIn(db, owner.tenantId, "waiting", 500)).find((one) => one.path === path);
  if (!row) throw new Error("the file was not noted");
  await changeRow(db, row, { state: "unmatched" });
  return row.id;
}
