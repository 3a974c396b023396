import type { DownloadTask } from "@canopy/contract/transfers/downloads";
import { expect, it } from "vitest";
import { actsOf } from "../ui/float/jobs.ts";
import { downloadView } from "./download-view.ts";

const TASK: DownloadTask = {
  task_id: "a",
  things_id: "b",
  name: "drive",
  format: "csv",
  content: "raw",
  start_time: 0,
  end_time: 1,
  stage: "querying",
  progress: 0,
  message_code: null,
  frames: 1,
  rows_done: 0,
  rate: null,
  remaining_s: null,
  bytes: 1024,
  files: 1,
  skipped: 0,
  adjusted: 0,
  reduced: 0,
  created_time: 0,
  expires_time: null,
};
const viewOf = (stage: DownloadTask["stage"]) =>
  downloadView(
    { ...TASK, stage },
    (key) => key,
    () => undefined,
  );

it.each(["initialize", "querying", "data_collation", "generating", "compressing", "waiting_to_download"] as const)(
  "can be cancelled in stage %s",
  (stage) => expect(actsOf(viewOf(stage))).toContain("cancel"),
);

it.each(["waiting_to_download", "finish"] as const)("asks in stage %s before its file goes", (stage) => {
  expect(viewOf(stage).loss).toBe("transfers.download.loss");
});

it.each(["failed", "user_cancelled", "expired"] as const)("is tried again and deleted at once in stage %s", (stage) => {
  expect(actsOf(viewOf(stage))).toEqual(["retry", "remove"]);
  expect(viewOf(stage).loss).toBeUndefined();
});

it.each(["skipped", "adjusted", "reduced"] as const)("tells frames that were %s [DAT-03]", (loss) => {
  const { stage } = downloadView(
    { ...TASK, stage: "finish", [loss]: 2 },
    (key, values) => `${key} ${values?.count ?? ""}`,
    () => undefined,
  );
  expect(stage).toContain(`transfers.download.${loss} 2`);
});
