import type { TextKey } from "../platform/i18n.ts";
import "./stage-texts.ts";

/** Steps of a task that has some. */
export const TASK_STAGES: Readonly<Record<string, TextKey>> = {
  commandSending: "app.stage.commandSending",
  dataCollecting: "app.stage.dataCollecting",
  dataAnalysing: "app.stage.dataAnalysing",
  deleting: "app.stage.deleting",
  surveying: "app.stage.surveying",
  storing: "app.stage.storing",
  frames: "app.stage.frames",
  files: "app.stage.files",
  rows: "app.stage.rows",
};
