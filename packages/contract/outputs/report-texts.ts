import type { Text } from "../platform/language.ts";

/** Of the mails and reports of scheduled outputs, and of their message in the bell. */
export const outputTexts = {
  reportTitle: { zh: "运行报告：{name}", en: "Report: {name}" },
  filesTitle: { zh: "数据文件：{name}", en: "Files: {name}" },
  range: { zh: "{from} 至 {to}（{zone}）", en: "{from} to {to} ({zone})" },
  devices: { zh: "设备", en: "Devices" },
  device: { zh: "设备", en: "Device" },
  frames: { zh: "帧数", en: "Frames" },
  data: { zh: "数据量", en: "Data" },
  online: { zh: "在线时长", en: "Time online" },
  distance: { zh: "里程", en: "Distance" },
  trips: { zh: "行程", en: "Trips" },
  total: { zh: "合计", en: "Total" },
  hours: { zh: "{n} 小时", en: "{n} h" },
  kilometres: { zh: "{n} km", en: "{n} km" },
  figures: { zh: "统计", en: "Figures" },
  figuresNote: {
    zh: "按 UTC 日统计：{from} 至 {to}。",
    en: "Counted by days of UTC: {from} to {to}.",
  },
  /** The clock was put forward. */
  noDays: {
    zh: "此范围内没有结束的 UTC 日，统计计入下一份报告。",
    en: "No day of UTC ended in this range: the next report counts it.",
  },
  coverage: { zh: "数据完整性", en: "Coverage" },
  coverageNote: {
    zh: "占有记录时间的比例。",
    en: "Shares of the time in which anything was recorded.",
  },
  here: { zh: "已在云端", en: "Here" },
  card: { zh: "仅在存储卡", en: "On the card" },
  held: { zh: "等待上传", en: "On its way" },
  lost: { zh: "已丢失", en: "Lost" },
  unknown: { zh: "未知", en: "Unknown" },
  nothingRecorded: { zh: "无记录", en: "nothing recorded" },
  alarms: { zh: "告警", en: "Alarms" },
  noAlarms: { zh: "此范围内没有告警。", en: "No alarms in this range." },
  level: { zh: "级别", en: "Level" },
  rule: { zh: "规则", en: "Rule" },
  count: { zh: "次数", en: "Times" },
  urgent: { zh: "紧急", en: "Urgent" },
  ordinary: { zh: "普通", en: "Ordinary" },
  tip: { zh: "提示", en: "Tip" },
  noFrames: { zh: "{device} 在此范围内没有帧。", en: "No frames of {device} in this range." },
  noData: { zh: "此范围内没有数据。", en: "There is no data in this range." },
  file: { zh: "文件", en: "File" },
  size: { zh: "大小", en: "Size" },
  open: { zh: "打开文件：{link}", en: "Open the files: {link}" },
  openWord: { zh: "打开文件", en: "Open the files" },
  /** One needs an account; mail goes further than its first reader. */
  openNote: { zh: "需要登录。", en: "One has to sign in." },
  failedTitle: { zh: "定时输出失败：{name}", en: "A scheduled output failed: {name}" },
  failedContent: {
    zh: "{range}：{problem}。可在运行记录中重试。",
    en: "{range}: {problem}. Try it again in its history.",
  },
  stoppedTitle: { zh: "定时输出已暂停：{name}", en: "A scheduled output is paused: {name}" },
  stoppedContent: {
    zh: "创建它的用户已不存在。打开并保存，即以您的权限继续运行。",
    en: "Its user is gone. Open and save it, and it goes on by your rights.",
  },
} satisfies Record<string, Text>;
export type OutputText = keyof typeof outputTexts;
