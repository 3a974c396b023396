export const zh = {
  "frames.trouble.title": "最近 24 小时 {total} 台设备的总线有故障：",
  "frames.trouble.busOff": "{device} {channel} 总线关闭 {time}",
  "frames.trouble.errorBurst": "{device} {channel} 错误帧 {errors} {time}",
  "frames.trouble.more": "还有 {count} 台",
} as const;
