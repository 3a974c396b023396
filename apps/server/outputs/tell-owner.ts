import { REMINDER } from "@canopy/contract/messages/messages";
import { outputErrors } from "@canopy/contract/outputs/errors";
import { outputTexts } from "@canopy/contract/outputs/report-texts";
import { fill, LANGUAGES, type Language, type Text } from "@canopy/contract/platform/language";
import { listManagers } from "../accounts/user-store.ts";
import type { NewUserMessage } from "../messages/user-message-store.ts";
import type { OutputServices } from "./output-parts.ts";
import type { WorkOutput } from "./output-store.ts";
import { reportWords } from "./report/report-words.ts";
import type { WorkRun } from "./run-store.ts";

type Telling = Pick<OutputServices, "db" | "messageUser" | "textOf">;

const inBoth = (text: (language: Language) => string): Text => {
  const [zh, en] = LANGUAGES.map(text);
  return { zh: zh ?? "", en: en ?? "" };
};

/** MSG-01: to its owner; to the managers where it is gone. */
export function tellFailed(
  services: Telling,
  output: WorkOutput,
  run: WorkRun,
  { code, problem }: { readonly code: string; readonly problem: string | null },
): Promise<void> {
  const why = services.textOf(code) ?? outputErrors.runFailed.text;
  const content = inBoth((language) => {
    const range = reportWords(language).range(run, run.zone);
    const words = [why[language], ...(problem === null ? [] : [problem])].join(" · ");
    return fill(outputTexts.failedContent[language], { range, problem: words });
  });
  const title = inBoth((language) => fill(outputTexts.failedTitle[language], { name: output.name }));
  return tell(services, output, { title, content, link: `/Container/Outputs?tab=runs&run=${run.id}` });
}

/** It is paused: there is nobody by whose rights it could run. */
export function tellStopped(services: Telling, output: WorkOutput): Promise<void> {
  const title = inBoth((language) => fill(outputTexts.stoppedTitle[language], { name: output.name }));
  const content = outputTexts.stoppedContent;
  return tell(services, { ...output, userId: null }, { title, content, link: "/Container/Outputs" });
}

async function tell(
  { db, messageUser }: Telling,
  { tenantId, userId }: WorkOutput,
  message: Pick<NewUserMessage, "title" | "content" | "link">,
): Promise<void> {
  const to = userId === null ? await listManagers(db, tenantId) : [{ tenantId, userId }];
  for (const one of to) await messageUser(one, { ...message, type: "system", reminderMode: REMINDER.icon });
}
