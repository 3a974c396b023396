import type { zh } from "./map-texts.zh.ts";

export const en = {
  "places.map.zoomIn": "Zoom in",
  "places.map.zoomOut": "Zoom out",
  "places.map.home": "Show everything",
  "places.map.fullScreen": "Full screen",
  "places.map.builtIn": "built-in map",
  "places.map.wgs84": "WGS-84",
  "places.map.shownInGcj02": "shown in GCJ-02, stored in WGS-84",
  "places.map.noWebgl": "no WebGL in this browser, a plain map is shown",
  "places.map.noGraphics": "no graphics processor, a plain map is shown",
  "places.map.drawByWebgl": "Draw by WebGL (slow on this machine)",
  "places.map.drawPlainly": "Draw a plain map (quick)",
} satisfies Record<keyof typeof zh, string>;
