import type { UserNotice } from "@canopy/contract/frames/live";
import { codeText } from "../platform/error-texts.ts";
import { type TextKey, translate } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import "./texts.ts";

/** Kinds that people start from a page, and their names; what the system does by itself is not told. */
export const TASK_TITLES: Readonly<Record<string, TextKey>> = {
  "frames.takeOverQuarantine": "app.tasks.takeOverQuarantine",
  "frames.deleteQuarantine": "app.tasks.deleteQuarantine",
  "frames.deleteRange": "app.tasks.deleteRange",
  "frames.quickDelete": "app.tasks.quickDelete",
  "frames.eraseTenant": "app.tasks.eraseTenant",
  "alarms.search": "app.tasks.alarmSearch",
  "tests.run": "app.tasks.testRun",
  "lake.run": "app.tasks.lake",
  "transfers.download": "app.tasks.download",
  "transfers.import": "app.tasks.import",
  "accounts.ownArchive": "app.tasks.ownArchive",
  "files.analyse": "app.tasks.analysis",
  "files.recall": "app.tasks.recall",
};

/** A note wherever its user is by then; the drawer of the tasks has the rest. */
export function noteTaskEnd({ kind, state, message_code }: Extract<UserNotice, { type: "task" }>): void {
  const title = TASK_TITLES[kind];
  if (title === undefined) return;
  const task = translate(title);
  if (state === "done") addNote({ tone: "done", text: translate("app.tasks.ended", { task }) });
  else {
    const why = (message_code && codeText(message_code)) || "";
    addNote({ tone: "ordinary", text: translate("app.tasks.endedBadly", { task, why }) });
  }
}
