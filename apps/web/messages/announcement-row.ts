import type { listAnnouncements } from "@canopy/contract/messages/announcements";
import type { Reply } from "@canopy/contract/platform/endpoint";

export type AnnouncementRow = Reply<typeof listAnnouncements>["list"][number];

/** A tenant as a possible recipient. */
export interface TenantName {
  readonly id: string;
  readonly name: string;
}
