import { defineErrors } from "../platform/errors.ts";

/** DBC-01 */
export const dbcErrors = defineErrors("signals", {
  dbcFileName: {
    status: 400,
    zh: "文件名须以 .dbc、.ldf 或 .arxml 结尾",
    en: "The name of the file must end in .dbc, .ldf or .arxml",
  },
  /** DBC-11: revisions of a file have one format. */
  dbcFormat: { status: 400, zh: "文件内容不是 {format}", en: "The content of the file is not {format}" },
  dbcName: {
    status: 400,
    zh: "名称为 1-128 个字符，不含 / \\ 和控制字符",
    en: "A name has 1-128 characters, without / \\ and control characters",
  },
  dbcNameTaken: { status: 409, zh: "已有同名 DBC 文件：{name}", en: "A DBC file of this name exists: {name}" },
  dbcEmpty: { status: 400, zh: "文件为空", en: "The file is empty" },
  dbcTooLarge: { status: 400, zh: "DBC 文件最大 {limit} MB", en: "A DBC file has at most {limit} MB" },
  dbcBroken: {
    status: 422,
    zh: "文件有 {count} 处错误，首处在第 {line} 行；可存为草稿",
    en: "The file has {count} errors, the first in line {line}; it can be kept as a draft",
  },
  dbcTooComplex: {
    status: 422,
    zh: "文件在 {seconds} 秒内无法解析完",
    en: "The file could not be read within {seconds} s",
  },
  dbcIsDraft: {
    status: 409,
    zh: "草稿有错误，须先改正",
    en: "This is a draft with errors; correct them first",
  },
  dbcLimit: { status: 409, zh: "DBC 文件数量已达上限（{limit}）", en: "No more DBC files (limit {limit})" },
  dbcRevisionLimit: { status: 409, zh: "修订数量已达上限（{limit}）", en: "No more revisions (limit {limit})" },
  dbcInUse: { status: 409, zh: "DBC 正被使用：{uses}", en: "The DBC is in use: {uses}" },
  dbcUnchanged: { status: 409, zh: "内容与最新修订相同", en: "The content equals the newest revision" },
});
