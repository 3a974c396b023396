import type { Text } from "../platform/language.ts";

/** DAT-06: the message to a tenant's managers before data goes. */
export const RETENTION_NOTICE: { title: Text; content: Text } = {
  title: { zh: "数据即将超过保留期", en: "Data is about to pass its retention" },
  content: {
    zh: "{from} 至 {to} 的数据（{size}）将自 {date} 起按保留天数删除，未关闭报警的数据窗口除外。需要保留更久，请在存储容量中申请。",
    en: "Data of {from} to {to} ({size}) goes from {date} on, as the package's retention says; windows of open alarms stay. To keep it longer, ask for more under storage capacity.",
  },
};

/** NAV-16: to the system managers, and the answer to the tenant's managers. */
export const REQUEST_NOTICES: Record<"asked" | "granted" | "refused", { title: Text; content: Text }> = {
  asked: {
    title: { zh: "容量申请：{tenant}", en: "Capacity request: {tenant}" },
    content: { zh: "{user} 申请 {quota}：{amount}。{reason}", en: "{user} asks for {quota}: {amount}. {reason}" },
  },
  granted: {
    title: { zh: "容量申请已批准", en: "Capacity request granted" },
    content: { zh: "{quota} 现为 {amount}。{answer}", en: "{quota} is {amount} now. {answer}" },
  },
  refused: {
    title: { zh: "容量申请未批准", en: "Capacity request refused" },
    content: { zh: "{quota}：{amount} 未获批准。{answer}", en: "{quota}: {amount} was not granted. {answer}" },
  },
};
