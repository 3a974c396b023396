export const zh = {
  "frames.connections.title": "在线历史",
  "frames.connections.share": "最近 7 天在线 {share}",
  "frames.connections.shareYoung": "添加后 {age} 内在线 {share}",
  "frames.connections.failed": "在线历史未能读取",
  "frames.connections.none": "最近 7 天没有上线。",
  "frames.connections.lane": "最近 7 天的在线时段，共 {count} 次",
  "frames.connections.lane_one": "最近 7 天的在线时段，共 {count} 次",
  "frames.connections.from": "上线",
  "frames.connections.to": "离线",
  "frames.connections.length": "时长",
  "frames.connections.still": "仍在线",
};
