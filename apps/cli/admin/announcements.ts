import { announcementForm, createAnnouncement, deleteAnnouncement } from "@canopy/contract/messages/announcements";
import {
  deleteAnnouncementRow,
  insertAnnouncement,
  listAnnouncementRows,
} from "@canopy/server/messages/announcement-store";
import { ANNOUNCEMENTS_SUBJECT } from "@canopy/server/messages/message-subjects";
import { openBus } from "@canopy/server/platform/bus/open-bus";
import { createLog } from "@canopy/server/platform/log";
import type { Db } from "@canopy/server/platform/postgres/schema";
import { type ExitCode, OK, UsageError } from "../command.ts";
import { onDatabase, operatorConfig } from "../operator.ts";
import { logged } from "./logged.ts";
import { tenantNamed } from "./packages.ts";
import { LISTED, printed } from "./printed.ts";

export interface AnnouncementOptions {
  readonly "title-zh": string;
  readonly "title-en": string;
  readonly "text-zh": string;
  readonly "text-en": string;
  readonly from: string;
  readonly until: string;
  readonly tenant: readonly string[];
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function listAnnouncements(): Promise<ExitCode> {
  return printed((await onDatabase(({ db }) => listAnnouncementRows(db, 1, LISTED))).list);
}

/** Open pages show it at once where the processes meet at NATS_URL, else when they next ask. */
export async function announce(options: AnnouncementOptions): Promise<ExitCode> {
  const id = await changing(async (db) => {
    const tenant_ids = await Promise.all(options.tenant.map((name) => tenantNamed(db, name)));
    const form = announcementForm.safeParse({
      title_zh: options["title-zh"],
      title_en: options["title-en"],
      content_zh: options["text-zh"],
      content_en: options["text-en"],
      from_time: options.from === "" ? Date.now() : timeOf("from", options.from),
      until_time: options.until === "" ? null : timeOf("until", options.until),
      tenant_ids,
    });
    if (!form.success) throw new UsageError(explained(form.error.issues[0]));
    const change = { operation: createAnnouncement.name, objects: { tenant_ids } };
    return logged(db, change, () => insertAnnouncement(db, form.data));
  });
  process.stdout.write(`${id}\n`);
  return OK;
}

export async function withdraw(id: string): Promise<ExitCode> {
  if (!ID.test(id)) throw new UsageError(`there is no announcement ${id}`);
  await changing((db) => withdrawn(db, id));
  process.stdout.write("the announcement was withdrawn\n");
  return OK;
}

const withdrawn = (db: Db, id: string): Promise<void> =>
  logged(db, { operation: deleteAnnouncement.name, objects: { notice_id: id } }, async () => {
    if (!(await deleteAnnouncementRow(db, id))) throw new UsageError(`there is no announcement ${id}`);
  });

async function changing<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const bus = await openBus(operatorConfig(), createLog("error"));
  try {
    const done = await onDatabase(({ db }) => work(db));
    bus.publish(ANNOUNCEMENTS_SUBJECT, new Uint8Array(0));
    await bus.ready();
    return done;
  } finally {
    await bus.close();
  }
}

function timeOf(option: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UsageError(`--${option}: a time such as 2026-12-01T08:00Z`);
  return time;
}

function explained(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const field = String(issue?.path[0]);
  const option = field.replace("content", "text").replace("_time", "").replace("_", "-");
  return `--${option}: ${issue?.message}`;
}
