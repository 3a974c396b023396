import type { Text } from "../platform/language.ts";

/** MSG-01: what the bell says when long work is done. */
export const FINISHED: Readonly<Record<"download" | "import", { readonly title: Text; readonly content: Text }>> = {
  download: {
    title: { zh: "下载已就绪：{name}", en: "Download ready: {name}" },
    content: {
      zh: "文件已生成，可在任务列表中取用，保留 7 天。",
      en: "The file is made. Find it in the task list; it is kept for 7 days.",
    },
  },
  import: {
    title: { zh: "导入完成：{name}", en: "Import done: {name}" },
    content: { zh: "数据已写入设备的历史记录。", en: "Its frames are in the history of the device." },
  },
};
