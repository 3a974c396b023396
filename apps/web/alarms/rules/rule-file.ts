import { MAX_IMPORTED_RULES } from "@canopy/contract/alarms/rules";

export type RuleFile =
  | { readonly kind: "rules"; readonly rules: unknown[] }
  | { readonly kind: "unreadable" }
  | { readonly kind: "tooMany"; readonly limit: number };

/** A file of rules: what an export wrote, or the bare list of it. Each rule is judged by the server. */
export function readRuleFile(text: string): RuleFile {
  const found = parsed(text);
  const rules = Array.isArray(found) ? found : hasRules(found) ? found.rules : undefined;
  if (!Array.isArray(rules)) return { kind: "unreadable" };
  return rules.length > MAX_IMPORTED_RULES ? { kind: "tooMany", limit: MAX_IMPORTED_RULES } : { kind: "rules", rules };
}

const hasRules = (value: unknown): value is { rules: unknown } =>
  typeof value === "object" && value !== null && "rules" in value;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}
