import type { listAnnouncements } from "@canopy/contract/messages/announcements";
import type { Reply } from "@canopy/contract/platform/endpoint";

export type AnnouncementRow = Reply<typeof listAnnouncements>["list"][number];

/** A tenant that can be written to. */
export interface TenantName {
  readonly id: string;
  readonly name: string;
}
