import type { Text } from "../platform/language.ts";

/** What managers are told of an inbox; numbers of files. */
export const INBOX_NEWS: Readonly<Record<"title" | "content", Text>> = {
  title: {
    zh: "收件箱：{done} 个文件已入库，{failed} 个失败，{unmatched} 个未匹配",
    en: "Inbox: {done} files taken over, {failed} failed, {unmatched} match no rule",
  },
  content: {
    zh: "失败和未匹配的文件仍在列表中，可在修改规则后重试。",
    en: "Those that failed or match no rule stay in the list and can be tried again.",
  },
};

export const INBOX_PAGE = "/Container/FileInbox";
