export const zh = {
  "places.map.zoomIn": "放大",
  "places.map.zoomOut": "缩小",
  "places.map.home": "显示全部",
  "places.map.fullScreen": "全屏",
  "places.map.builtIn": "内置底图",
  "places.map.wgs84": "WGS-84",
  "places.map.shownInGcj02": "以 GCJ-02 显示，以 WGS-84 存储",
  "places.map.noWebgl": "浏览器不支持 WebGL，显示简化地图",
  "places.map.noGraphics": "没有图形处理器，显示简化地图",
  "places.map.drawByWebgl": "用 WebGL 绘制（此设备上较慢）",
  "places.map.drawPlainly": "绘制简化地图（较快）",
} as const;
