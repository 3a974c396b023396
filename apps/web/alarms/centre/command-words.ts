import type { Told } from "@canopy/contract/alarms/events";
import { commandErrors } from "@canopy/contract/devices/errors";
import { methodText } from "../../devices/details/use-device-command.ts";
import { codeText } from "../../platform/error-texts.ts";
import { translate } from "../../platform/i18n.ts";
import "../texts.ts";

/** States of a command that are errors where a user sends it. */
const CODE_OF: Readonly<Record<string, string>> = {
  offline: commandErrors.deviceOffline.code,
  timeout: commandErrors.responseTimeout.code,
  badAnswer: commandErrors.badAnswer.code,
};
const OWN_WORDS = ["done", "failed", "fault", "lost", "rate", "rights", "unknown"] as const;

/** TRG-05: what became of a command of a rule, as a sentence: a word or a code, and one word more. */
export function outcomeText(outcome: string): string {
  const [word = "", ...rest] = outcome.split(" ");
  const more = rest.join(" ");
  if (word === "params") return translate("alarms.command.wrong", { field: more });
  const own = OWN_WORDS.find((one) => one === word);
  if (own) return `${translate(`alarms.outcome.${own}`)}${more && ` (${more})`}`;
  return codeText(CODE_OF[word] ?? word) ?? outcome;
}

/** The note of a command: `time.sync: offline`. */
export function commandStep(content: string): { readonly text: string; readonly content?: string } {
  const at = content.indexOf(": ");
  const [method, outcome] = at < 0 ? ["", content] : [content.slice(0, at), content.slice(at + 2)];
  const name = methodText(method);
  if (outcome === "done") return { text: translate("alarms.centre.did.command", { name }) };
  return { text: translate("alarms.centre.did.commandFailed", { name }), content: outcomeText(outcome) };
}

const PROBLEMS = ["quota", "rate", "target", "rights", "fault"] as const;

/** TRG-04: why an action was not sent, or a command not carried out. */
export function problemText({ kind, problem }: Pick<Told, "kind"> & { readonly problem: string }): string {
  if (kind === "command") return outcomeText(problem);
  const known = PROBLEMS.find((one) => one === problem);
  return known ? translate(`alarms.centre.problem.${known}`) : problem;
}
