import { liveNotice, type UserNotice } from "@canopy/contract/frames/live";
import { ANNOUNCEMENTS_SUBJECT, messagesSubject } from "../../messages/message-subjects.ts";
import { type Bus, subjectPart } from "../../platform/bus/bus.ts";
import type { Job } from "../../platform/jobs/jobs-store.ts";
import { parseJson } from "../dialects/parse-json.ts";

const tasksSubject = (userId: string) => `canopy.tasks.${subjectPart(userId)}`;

/** A task has ended, to every process with a page of its user. */
export function publishTaskEnd(bus: Bus) {
  return ({ userId, id, kind, state, messageCode }: Job): void => {
    if (userId === null || (state !== "done" && state !== "failed")) return;
    const notice: UserNotice = { type: "task", task_id: id, kind, state, message_code: messageCode };
    bus.publish(tasksSubject(userId), Buffer.from(JSON.stringify(notice)));
  };
}

/** The messages of a user, the announcements, and the ends of this user's tasks. */
export function watchUserNews(bus: Bus, userId: string, onNews: (notice: UserNotice) => void): () => void {
  const stops = [
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
