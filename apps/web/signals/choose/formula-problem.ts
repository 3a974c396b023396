import { readFormula } from "@canopy/can/formula/formula";
import type { Translate } from "../../platform/i18n.ts";
import "../functions/function-texts.ts";

export interface CheckedFormula {
  /** Undefined: no problem. */
  readonly error: string | undefined;
  readonly isCondition: boolean;
}

/** A problem of a formula with its position, in the language of the page. */
export function checkFormula(text: string, names: readonly string[], t: Translate): CheckedFormula {
  const read = readFormula(text, names);
  if (read.ok) return { error: undefined, isCondition: read.value.isCondition };
  const { code, from, text: piece } = read.problem;
  const problem = t(`signals.formula.${code}`, { text: piece });
  return { error: t("signals.formula.at", { at: from + 1, problem }), isCondition: false };
}

/** A name as written in a formula: in quotes unless it is a plain word. */
export function quotedName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
