import { listBookmarks } from "@canopy/contract/devices/bookmarks";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";

const KEY = ["bookmarks"] as const;
/** More are not told apart on a bar, and are searched in a list. */
export const MOST_BOOKMARKS = 100;

export const bookmarksKey = (thingsId: string) => [...KEY, thingsId];

interface Asked {
  readonly start_time?: number;
  readonly end_time?: number;
  readonly keyword?: string;
}

export const bookmarksQuery = (thingsId: string, asked: Asked) =>
  queryOptions({
    queryKey: [...bookmarksKey(thingsId), asked],
    queryFn: ({ signal }) =>
      api(
        listBookmarks,
        { params: { things_id: thingsId }, query: { ...asked, page_size: MOST_BOOKMARKS } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
