import { ruleErrors } from "@canopy/contract/alarms/errors";
import { importedRule } from "@canopy/contract/alarms/rule-content";
import type { ImportedRule } from "@canopy/contract/alarms/rules";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { Language } from "@canopy/contract/platform/language";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { addRule, changing, type RuleServices } from "./keep-rule.ts";

/** TRG-02: every row stands for itself. Taken rules are disabled until somebody has looked at them. */
export function importRules(
  services: RuleServices,
  caller: Caller,
  rules: readonly unknown[],
  language: Language,
): Promise<ImportedRule[]> {
  return changing(services, caller, async (db) => {
    const rows: ImportedRule[] = [];
    for (const [i, given] of rules.entries()) {
      const row = { row: i + 1, name: nameIn(given) };
      try {
        await addRule({ ...services, db }, caller, { ...read(given), enabled: false });
        rows.push({ ...row, ok: true });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { code, message, field } = error.body(language);
        rows.push({ ...row, ok: false, code, message, ...(field && { field }) });
      }
    }
    return rows;
  });
}

function read(given: unknown) {
  const parsed = importedRule.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  const known = Object.values(ruleErrors).find(({ code }) => code === issue?.message);
  throw new ApiError(known ?? platformErrors.inputInvalid, { field, values: { field } });
}

function nameIn(given: unknown): string {
  const hasName = typeof given === "object" && given !== null && "name" in given && typeof given.name === "string";
  return hasName ? (given.name as string).slice(0, 128) : "";
}
