import type { Files } from "../../platform/files/files.ts";
import { type DirectPlace, openShared } from "../../platform/files/open-files.ts";

/** Opens the place of a lake. One that is only written to needs no closing. */
export type OpenLake = (place: DirectPlace) => Promise<Files>;

/** For a thread that writes thousands of files: connections to a bucket stay open. */
export function keepingBuckets(): OpenLake {
  const buckets = new Map<string, Promise<Files>>();
  return (place) => {
    if (place.kind === "folder") return openShared(place);
    const key = JSON.stringify(place);
    const files = buckets.get(key) ?? openShared(place);
    buckets.set(key, files);
    return files;
  };
}
