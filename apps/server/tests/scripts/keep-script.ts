import { platformErrors } from "@canopy/contract/platform/errors";
import { testErrors } from "@canopy/contract/tests/errors";
import type { AnalysisScript, ScriptContent, ScriptText } from "@canopy/contract/tests/scripts";
import type { Problem } from "@canopy/groovy/syntax/problem";
import type { LimitOf } from "../../capacity/limits.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { programOf } from "./script-program.ts";
import { changeScript, hasScript, insertScript, lockScripts } from "./script-store.ts";

export interface ScriptServices {
  readonly db: Db;
  readonly limitOf: LimitOf;
}

/** TST-02: what is refused before saving, by name and line. JavaScript is read by the engine when it runs. */
export function problemsOf({ language, content }: ScriptText): readonly Problem[] {
  const program = programOf({ language, text: content });
  return program.kind === "refused" ? program.problems : [];
}

export function requireScript(script: ScriptText): void {
  const [first] = problemsOf(script);
  if (first === undefined) return;
  const { what, line } = first;
  throw new ApiError(testErrors.scriptRefused, { field: "content", values: { what, line } });
}

export function makeScript(
  { db, limitOf }: ScriptServices,
  { tenantId, userName }: Caller,
  content: ScriptContent,
): Promise<AnalysisScript> {
  requireScript(content);
  return db.transaction().execute(async (transaction) => {
    const count = await lockScripts(transaction, tenantId);
    const limit = await limitOf(tenantId, "data_analysis");
    if (limit !== null && count >= limit) throw new ApiError(testErrors.scriptLimit, { values: { limit } });
    const made = await insertScript(transaction, tenantId, content, userName);
    return made ?? nameTaken(content.name);
  });
}

export async function updateScriptOf(
  { db }: ScriptServices,
  { tenantId }: Caller,
  id: string,
  content: ScriptContent,
): Promise<AnalysisScript> {
  requireScript(content);
  const changed = await changeScript(db, tenantId, id, content);
  if (changed !== undefined) return changed;
  if (!(await hasScript(db, tenantId, id))) throw new ApiError(platformErrors.notFound);
  return nameTaken(content.name);
}

function nameTaken(name: string): never {
  throw new ApiError(testErrors.scriptNameTaken, { field: "name", values: { name } });
}
