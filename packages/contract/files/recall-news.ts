import type { Text } from "../platform/language.ts";

/** What a user is told of recalls that ended while nobody looked; numbers of files. */
export const RECALL_NEWS: Readonly<Record<"title" | "content", Text>> = {
  title: {
    zh: "{device}：召回已结束，{done} 个文件已取回，{failed} 个失败",
    en: "{device}: recall ended, {done} files fetched, {failed} failed",
  },
  content: {
    zh: "失败的文件保留已收到的部分，重试将从中断处继续。",
    en: "Files that failed keep what has come: a retry goes on from there.",
  },
};

export const cardPage = (thingsId: string) => `/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=stored`;
