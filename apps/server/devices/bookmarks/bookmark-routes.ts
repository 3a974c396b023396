import { bookmarkErrors } from "@canopy/contract/devices/bookmark-errors";
import {
  createBookmark,
  deleteBookmark,
  listBookmarks,
  MAX_BOOKMARKS,
  updateBookmark,
} from "@canopy/contract/devices/bookmarks";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  type BookmarkPlace,
  changeBookmark,
  findBookmark,
  insertBookmark,
  pageOfBookmarks,
  removeBookmark,
} from "./bookmark-store.ts";

/** DEV-13 */
export function bookmarkRoutes(db: Db): Route[] {
  const mustBeOwn = async (place: BookmarkPlace, id: string): Promise<void> => {
    const found = await findBookmark(db, place, id);
    if (!found) throw new ApiError(platformErrors.notFound);
    if (!found.is_own) throw new ApiError(bookmarkErrors.bookmarkNotOwn);
  };
  return [
    route(listBookmarks, async ({ caller, params, query }) => {
      const { current_page, page_size, ...filter } = query;
      const page = { ...filter, limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await pageOfBookmarks(db, { caller, thingsId: params.things_id }, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(createBookmark, async ({ caller, params, body }) => {
      const data = await insertBookmark(db, { caller, thingsId: params.things_id }, body);
      if (!data) throw new ApiError(bookmarkErrors.bookmarkLimit, { values: { limit: MAX_BOOKMARKS } });
      return { data };
    }),
    route(updateBookmark, async ({ caller, params, body }) => {
      const place = { caller, thingsId: params.things_id };
      await mustBeOwn(place, params.bookmark_id);
      const data = await changeBookmark(db, place, params.bookmark_id, body);
      if (!data) throw new ApiError(platformErrors.notFound);
      return { data };
    }),
    route(deleteBookmark, async ({ caller, params, language }) => {
      const place = { caller, thingsId: params.things_id };
      await mustBeOwn(place, params.bookmark_id);
      if (!(await removeBookmark(db, place, params.bookmark_id))) throw new ApiError(platformErrors.notFound);
      return { message: DELETED[language] };
    }),
  ];
}
