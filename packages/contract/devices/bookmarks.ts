import { z } from "zod";
import { endpoint, RATE, readsDevice } from "../platform/endpoint.ts";
import { epochMs, listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { MAX_EPOCH_MS, queryMs } from "../platform/times.ts";
import { bookmarkErrors } from "./bookmark-errors.ts";

/** Of a device. */
export const MAX_BOOKMARKS = 500;
export const MAX_BOOKMARK_TEXT = 200;

const time = epochMs.min(0).max(MAX_EPOCH_MS);
const { code: textCode } = bookmarkErrors.bookmarkText;
const text = z.string().trim().min(1, textCode).max(MAX_BOOKMARK_TEXT, textCode);
export const bookmarkText = z.object({ text });
export const bookmarkContent = z
  .object({
    from_time: time,
    /** The same for a moment. */
    to_time: time,
    text,
  })
  .refine(({ from_time, to_time }) => to_time >= from_time, {
    message: bookmarkErrors.bookmarkRange.code,
    path: ["to_time"],
  });

const bookmark = z.object({
  bookmark_id: z.string(),
  from_time: epochMs,
  to_time: epochMs,
  text: z.string(),
  author: z.string(),
  /** The caller may change and delete it. */
  is_own: z.boolean(),
  updated_time: epochMs,
});
export type Bookmark = z.output<typeof bookmark>;

const writing = {
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
} as const;
const ofBookmark = z.object({ things_id: idOf("device"), bookmark_id: idOf("bookmark") });

/** DEV-13: bookmarks of a device, newest time first; those that touch the range. */
export const listBookmarks = endpoint({
  ...readsDevice,
  name: "devices.listBookmarks",
  method: "GET",
  path: "/things/{things_id}/bookmarks",
  summary: { zh: "设备的书签", en: "Bookmarks of a device" },
  query: z.object({
    ...pageQuery,
    start_time: queryMs.optional(),
    end_time: queryMs.optional(),
    /** Part of the text or the author. */
    keyword: z.string().max(64).optional(),
  }),
  reply: listOf(bookmark),
});

export const createBookmark = endpoint({
  ...writing,
  name: "devices.createBookmark",
  method: "POST",
  path: "/things/{things_id}/bookmarks",
  summary: { zh: "添加书签", en: "Add a bookmark" },
  params: z.object({ things_id: idOf("device") }),
  body: bookmarkContent,
  reply: z.object({ data: bookmark }),
  errors: [bookmarkErrors.bookmarkLimit],
});

export const updateBookmark = endpoint({
  ...writing,
  name: "devices.updateBookmark",
  method: "PUT",
  path: "/things/{things_id}/bookmarks/{bookmark_id}",
  summary: { zh: "修改书签", en: "Change a bookmark" },
  params: ofBookmark,
  body: bookmarkContent,
  reply: z.object({ data: bookmark }),
  errors: [bookmarkErrors.bookmarkNotOwn],
});

export const deleteBookmark = endpoint({
  ...writing,
  name: "devices.deleteBookmark",
  method: "DELETE",
  path: "/things/{things_id}/bookmarks/{bookmark_id}",
  summary: { zh: "删除书签", en: "Delete a bookmark" },
  params: ofBookmark,
  reply: z.object({ message: z.string() }),
  errors: [bookmarkErrors.bookmarkNotOwn],
});
