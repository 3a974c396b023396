import { type DirectPlace, placeInWords } from "../../platform/files/open-files.ts";
import type { InboxPlace } from "./inbox-place.ts";

export async function openInbox(place: DirectPlace): Promise<InboxPlace> {
  if (place.kind === "folder") {
    const { FolderInbox } = await import("./folder-inbox.ts");
    return new FolderInbox(place.folder);
  }
  const { BucketInbox } = await import("./bucket-inbox.ts");
  return new BucketInbox(place.settings);
}

/** For the manager, who tells it to whoever sets up the loggers. */
export function inboxInWords(place: DirectPlace, tenantId: string): string {
  if (place.kind === "folder") return `${place.folder}/${tenantId}`;
  const { settings } = place;
  return placeInWords({ kind: "s3", settings: { ...settings, prefix: `${settings.prefix}${tenantId}/` } });
}
