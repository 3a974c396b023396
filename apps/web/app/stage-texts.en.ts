import type { zh } from "./stage-texts.zh.ts";

export const en = {
  "app.stage.commandSending": "command sending",
  "app.stage.dataCollecting": "data collecting",
  "app.stage.dataAnalysing": "data analysing",
  "app.stage.deleting": "deleting",
  "app.stage.surveying": "reading",
  "app.stage.storing": "storing",
  "app.stage.frames": "frames",
  "app.stage.files": "files",
  "app.stage.rows": "records",
} satisfies Record<keyof typeof zh, string>;
