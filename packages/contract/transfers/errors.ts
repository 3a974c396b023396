import { defineErrors } from "../platform/errors.ts";

/** DAT-03, DAT-07 */
export const transferErrors = defineErrors("transfers", {
  tooManyRows: {
    status: 409,
    zh: "所选范围有 {frames} 帧，套餐单次最多下载 {limit} 帧，请缩小范围",
    en: "The range has {frames} frames; the package allows {limit} in one download. Narrow it",
    bare: {
      zh: "所选范围的帧数超过套餐单次下载的上限，请缩小范围",
      en: "The range has more frames than the package allows in one download. Narrow it",
    },
  },
  nothingFound: { status: 409, zh: "所选范围内没有数据", en: "There is no data in this range" },
  trafficExhausted: { status: 403, zh: "流量已用尽", en: "traffic exhausted" },
  storageFull: { status: 403, zh: "数据容量已满", en: "Data capacity full" },
  dataDamaged: {
    status: 500,
    zh: "所选范围内有存储数据已损坏，无法读取，请选择其他时间",
    en: "Stored data of the range is damaged and cannot be read: choose other times",
  },
  diskFull: {
    status: 507,
    zh: "服务器磁盘空间不足，请联系系统管理员",
    en: "The server's disk is full: tell the operator",
  },
  notReady: { status: 409, zh: "文件尚未生成", en: "There is no file yet" },
  stillRunning: { status: 409, zh: "任务正在进行", en: "The task is still running" },
  fileGone: { status: 410, zh: "文件已过期或已删除", en: "The file has expired or was removed" },
  fileMissing: {
    status: 404,
    zh: "文件已不在文件存储中，请重新执行任务",
    en: "The file is no longer in the file store: start the task again",
  },
  filesUnavailable: {
    status: 503,
    zh: "文件存储暂时无法访问，请稍后重试",
    en: "The file store does not answer: try again later",
  },
  linkInvalid: { status: 404, zh: "下载链接无效或已过期", en: "The download link is unknown or has expired" },
  decodedNeedsDbc: {
    status: 400,
    zh: "下载解码值需要选择 DBC，格式为 CSV、MDF4 或 Parquet",
    en: "Decoded values need a DBC, and the format CSV, MDF4 or Parquet",
  },
  dbcGone: { status: 409, zh: "DBC 已被删除", en: "The DBC has been deleted" },
  tooManyTasks: { status: 409, zh: "最多同时进行 {limit} 个任务", en: "At most {limit} tasks at a time" },
  wrongOffset: { status: 409, zh: "请从第 {received} 字节继续上传", en: "Go on with byte {received}" },
  uploadIncomplete: { status: 409, zh: "文件尚未上传完毕", en: "The upload of the file is not complete" },
  notALog: { status: 422, zh: "不是可识别的日志格式", en: "Not a known log format" },
  noFrames: { status: 422, zh: "文件中没有帧", en: "The file holds no frames" },
  importTimes: {
    status: 409,
    zh: "时间不在 2000 年至明天之间，请指定开始时间",
    en: "Times are not between 2000 and tomorrow: enter when the log begins",
  },
  importRunning: { status: 409, zh: "同一文件正在导入", en: "The same file is being imported" },
});
