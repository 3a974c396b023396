import type { Text } from "../platform/language.ts";
import type { LimitName } from "./package.ts";

/** CAP-01: the limits of a package in words, with their unit. */
export const LIMIT_TEXTS: Record<LimitName, Text> = {
  things_num: { zh: "设备数", en: "Devices" },
  can_things_num: { zh: "CAN 设备数", en: "CAN devices" },
  info_model: { zh: "设备类型数", en: "Device types" },
  label_num: { zh: "标签数", en: "Labels" },
  sub_user_num: { zh: "子用户数", en: "Sub-users" },
  database_storage_space: { zh: "数据空间（GB）", en: "Data space (GB)" },
  maximum_data_retention_days: { zh: "数据保留天数", en: "Data retention (days)" },
  single_data_export: { zh: "单次导出行数", en: "Rows per download" },
  device_file_traffic_management: { zh: "每月下载流量（字节）", en: "Download traffic a month (bytes)" },
  ftp_storage_space: { zh: "FTP 空间（GB）", en: "FTP space (GB)" },
  file_storage_space: { zh: "云文件空间（GB）", en: "Cloud file space (GB)" },
  maximum_total_number_documents_stored: { zh: "文件数", en: "Files" },
  alert_rule: { zh: "报警规则数", en: "Trigger rules" },
  alert_rule_user: { zh: "每用户报警规则数", en: "Trigger rules of one user" },
  alert_sms: { zh: "每月短信与语音", en: "SMS and calls a month" },
  alert_tps: { zh: "每秒报警数", en: "Alarms a second" },
  number_simultaneous_connections: { zh: "同时在线连接数", en: "Connections at once" },
  up_down_stream_connections: { zh: "每秒上下行消息数", en: "Messages a second" },
  push_rule: { zh: "推送规则数", en: "Push rules" },
  push_tps: { zh: "每秒推送数", en: "Pushes a second" },
  push_flow: { zh: "每月推送数", en: "Pushes a month" },
  hmi: { zh: "面板数", en: "Panels" },
  data_analysis: { zh: "分析脚本数", en: "Analysis scripts" },
  edge_computing: { zh: "边缘计算数", en: "Edge computing" },
};
