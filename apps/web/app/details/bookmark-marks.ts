import { listBookmarks } from "@canopy/contract/devices/bookmarks";
import { keepPreviousData } from "@tanstack/react-query";
import { bookmarksKey, MOST_BOOKMARKS } from "../../devices/bookmarks/bookmark-queries.ts";
import type { Mark, MarksQuery } from "../../frames/time-bar/time-bar-data.ts";
import { api } from "../../platform/api.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";

/** DEV-13: the bookmarks of a device as marks of its time bar; a click goes there. */
export const bookmarkMarks =
  (thingsId: string) =>
  ({ fromMs, toMs }: TimeSpan): MarksQuery => ({
    queryKey: [...bookmarksKey(thingsId), "marks", fromMs, toMs],
    queryFn: async ({ signal }) => {
      const span = { start_time: Math.max(0, Math.floor(fromMs)), end_time: Math.max(0, Math.ceil(toMs)) };
      const query = { ...span, page_size: MOST_BOOKMARKS };
      const { list } = await api(listBookmarks, { params: { things_id: thingsId }, query }, { signal });
      return list.map(({ text, from_time, to_time }): Mark => {
        return { atMs: from_time, toMs: to_time, kind: "bookmark", name: text };
      });
    },
    placeholderData: keepPreviousData,
  });
