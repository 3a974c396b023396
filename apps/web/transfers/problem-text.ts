import { zh } from "@canopy/contract/transfers/log-problem-texts.zh";
import type { Translate } from "../platform/i18n.ts";
import "./texts.ts";

type ProblemKey = keyof typeof zh;

const isKnown = (key: string): key is ProblemKey => Object.hasOwn(zh, key);

/** The sentence of a problem in a log; a code that a newer server sends stands for itself. */
export function problemText(t: Translate, code: string): string {
  const key = `transfers.logProblem.${code}`;
  return isKnown(key) ? t(key) : code;
}
