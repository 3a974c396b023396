import { defineErrors } from "../platform/errors.ts";

/** DEV-13 */
export const bookmarkErrors = defineErrors("devices", {
  bookmarkText: { status: 400, zh: "书签文字为 1-200 个字符", en: "The text of a bookmark has 1-200 characters" },
  bookmarkRange: { status: 400, zh: "书签的结束不能早于开始", en: "A bookmark does not end before it begins" },
  bookmarkLimit: { status: 409, zh: "一台设备最多 {limit} 个书签", en: "A device has at most {limit} bookmarks" },
  bookmarkNotOwn: {
    status: 403,
    zh: "只有作者可以修改或删除书签",
    en: "Only its author changes or deletes a bookmark",
  },
});
