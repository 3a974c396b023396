export const zh = {
  "signals.decoded.table": "解码后的历史数据",
  "signals.decoded.choose": "信号（{count}）",
  "signals.decoded.refresh": "刷新",
  "signals.decoded.export": "导出时间范围…",
  "signals.decoded.rule": "灰色：一分钟内仍有效的上一个值",
  "signals.decoded.rows": "{count} 行",
  "signals.decoded.rows_one": "{count} 行",
  "signals.decoded.tools": "解码后历史数据的工具",
  "signals.decoded.start": "选择要查看的信号，最多 30 个",
  "signals.decoded.startText": "选择会为您和此设备保存。",
  "signals.decoded.none": "此时间段内没有所选信号的数据",
  "signals.decoded.gone": "{signal}：{why}",
} as const;
