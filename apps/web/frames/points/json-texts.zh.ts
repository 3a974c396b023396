export const zh = {
  "frames.json.live": "每 2 秒更新",
  "frames.json.save": "下载",
  "frames.json.copy": "复制 JSON",
  "frames.json.failed": "最新数据加载失败",
  "frames.json.note": "设备的状态、各数据组的最新上报、最近位置，以及最后一帧之前一分钟内每个通道每个 ID 的最新一帧。",
  "frames.json.gone": "没有这台设备",
  "frames.json.goneNote": "它可能已被删除，或您无权查看。",
  "frames.json.home": "返回首页",
} as const;
