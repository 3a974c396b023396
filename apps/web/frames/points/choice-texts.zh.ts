export const zh = {
  "frames.points.button": "数据点（{count}）",
  "frames.points.title": "数据点（{count} / {limit}）",
  "frames.points.search": "搜索报文或信号",
  "frames.points.none": "全部取消",
  "frames.points.more": "还有 {count} 个报文，请输入名称查找",
  "frames.points.more_one": "还有 {count} 个报文，请输入名称查找",
  "frames.points.chooseDbc": "先选择 DBC 文件，再从中选择要显示为列的信号",
} as const;
