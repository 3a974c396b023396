import { randomUUID } from "node:crypto";
import { routineContent, type TestRoutine } from "@canopy/contract/tests/routines";
import type { Db } from "../../platform/postgres/schema.ts";
import { insertRoutine } from "../../tests/routines/routine-store.ts";
import { endRun, insertRun } from "../../tests/runs/run-store.ts";

/** A routine that sends nothing. */
export async function makeTestRoutine(db: Db, tenantId: string, name: string = randomUUID()): Promise<TestRoutine> {
  const made = await insertRoutine(db, tenantId, routineContent.parse({ name, duration_ms: 1000 }), "");
  if (made === undefined) throw new Error(`there is a routine of the name ${name}`);
  return made;
}

/** A run that is only a row, and has ended. */
export async function makeStoredRun(db: Db, tenantId: string, thingsId: string): Promise<string> {
  const routine = await makeTestRoutine(db, tenantId);
  const id = await insertRun(db, { tenantId, thingsId, routine, script: null, isDry: true, userName: "" });
  if (id === undefined) throw new Error("another run is under way");
  const nothing = { checks: [], output: "", fromMs: null, toMs: null, failure: null };
  await endRun(db, tenantId, id, { verdict: "inconclusive", ...nothing });
  return id;
}
