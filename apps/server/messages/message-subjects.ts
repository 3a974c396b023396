import { subjectPart } from "../platform/bus/bus.ts";

/** The messages of a user changed; the notice carries no content. */
export const messagesSubject = (userId: string) => `canopy.messages.${subjectPart(userId)}`;
/** The announcements changed. */
export const ANNOUNCEMENTS_SUBJECT = "canopy.announcements";
