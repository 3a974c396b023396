export const zh = {
  "app.stage.commandSending": "指令下发",
  "app.stage.dataCollecting": "数据采集",
  "app.stage.dataAnalysing": "数据分析",
  "app.stage.deleting": "删除中",
  "app.stage.surveying": "读取中",
  "app.stage.storing": "写入中",
  "app.stage.frames": "数据帧",
  "app.stage.files": "文件",
  "app.stage.rows": "记录",
} as const;
