import { liveNotice, type UserNotice } from "@canopy/contract/frames/live";
import { ANNOUNCEMENTS_SUBJECT, messagesSubject } from "../../messages/message-subjects.ts";
import { type Bus, subjectPart } from "../../platform/bus/bus.ts";
import type { Job } from "../../platform/jobs/jobs-store.ts";
import { parseJson } from "../dialects/parse-json.ts";
import { AtMostOften } from "./at-most-often.ts";
import { alarmsSubject } from "./live-subjects.ts";

/** Many rules may fire at once, and every page then asks again. */
const ALARMS_MS = 500;

const tasksSubject = (userId: string) => `canopy.tasks.${subjectPart(userId)}`;

type EndedTask = Pick<Job, "userId" | "id" | "kind" | "state" | "messageCode">;

/** A task has ended, to every process with a page of its user. */
export function publishTaskEnd(bus: Bus) {
  return ({ userId, id, kind, state, messageCode }: EndedTask): void => {
    if (userId === null || (state !== "done" && state !== "failed")) return;
    const notice: UserNotice = { type: "task", task_id: id, kind, state, message_code: messageCode };
    bus.publish(tasksSubject(userId), Buffer.from(JSON.stringify(notice)));
  };
}

/** The messages of a user, the announcements, the alarms of the tenant, and the ends of this user's tasks. */
export function watchUserNews(
  bus: Bus,
  { userId, tenantId }: { readonly userId: string; readonly tenantId: string },
  onNews: (notice: UserNotice) => void,
): () => void {
  const alarms = new AtMostOften(ALARMS_MS, () => onNews({ type: "alarms" }));
  const stops = [
    () => alarms.stop(),
    bus.subscribe(alarmsSubject(tenantId), () => alarms.ask()),
    bus.subscribe(messagesSubject(userId), () => onNews({ type: "messages" })),
    bus.subscribe(ANNOUNCEMENTS_SUBJECT, () => onNews({ type: "announcements" })),
    bus.subscribe(tasksSubject(userId), (payload) => {
      const { data } = liveNotice.safeParse(parseJson(Buffer.from(payload)));
      if (data?.type === "task") onNews(data);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
