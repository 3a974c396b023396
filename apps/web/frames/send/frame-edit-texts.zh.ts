export const zh = {
  "frames.edit.list": "帧列表",
  "frames.edit.new": "新的一帧",
  "frames.edit.item": "修改第 {n} 帧",
  "frames.edit.offline": "设备离线，无法下发指令；列表可以编辑和保存。",
  "frames.edit.failed": "设备加载失败",
  "frames.edit.gone": "没有这台设备",
  "frames.edit.goneNote": "它可能已被删除，或您无权查看。",
  "frames.edit.home": "返回首页",
} as const;
