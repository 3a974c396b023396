/** For tests: things of diagnosis that are only rows. */
import { randomUUID } from "node:crypto";
import { flashProfile } from "@canopy/contract/diagnosis/flashing/flows";
import { jobRequest } from "@canopy/contract/diagnosis/job-request";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { Sandbox } from "../platform/sandbox/sandbox.ts";
import { insertEcu } from "./ecus/ecu-store.ts";
import { makeUnlockFile } from "./ecus/keep-unlock-file.ts";
import { saveProfile } from "./packages/flow-store.ts";
import { insertJob, settleJobsOf } from "./sessions/job-store.ts";
import { findSession, insertSession } from "./sessions/session-store.ts";

const ADDRESSES = { physical_id: 0x7e4, response_id: 0x7ec, functional_id: 0x7df };

export async function makeTestEcu(db: Db, tenantId: string): Promise<string> {
  const name = randomUUID();
  const files = { dtc_file_id: null, unlock_file_id: null };
  const id = (await insertEcu(db, tenantId, { name, extended: false, ...ADDRESSES, ...files })) ?? "";
  const memory = [{ address: 0, size: 0x1000 }];
  await saveProfile(db, tenantId, id, flashProfile.parse({ memory, security_level: null }));
  return id;
}

export async function makeTestUnlockFile(
  db: Db,
  secret: string,
  { tenantId }: Pick<Caller, "tenantId">,
): Promise<string> {
  const content = Buffer.from(JSON.stringify({ levels: { "1": [{ op: "not" }] } }));
  return (
    await makeUnlockFile(
      { db, secret, runScript: new Sandbox().run },
      { tenantId, userName: "" },
      randomUUID(),
      content,
    )
  ).unlock_file_id;
}

type Owner = Pick<Caller, "tenantId" | "userId">;

export async function makeTestSession(db: Db, { tenantId, userId }: Owner, thingsId: string): Promise<string> {
  const device = { tenantId, thingsId };
  const made = await insertSession(db, { ...device, userId, userName: "", atMs: Date.now() });
  return (made ?? (await findSession(db, device)))?.id ?? "";
}

export async function makeTestJob(db: Db, owner: Owner, thingsId: string): Promise<string> {
  const sessionId = await makeTestSession(db, owner, thingsId);
  await settleJobsOf(db, { tenantId: owner.tenantId, thingsId }, "lost", Date.now());
  const { title, settings, steps } = jobRequest.parse({ settings: ADDRESSES, steps: [{ data: "3E00" }] });
  const job = { tenantId: owner.tenantId, thingsId, sessionId, userName: "", title, settings, steps };
  return (await insertJob(db, { ...job, atMs: Date.now(), deadlineMs: Date.now() + 60_000 })) ?? "";
}
