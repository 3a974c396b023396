import type { FenceProblem } from "@canopy/can/gps/fence";
import { defineErrors, type ErrorDef } from "../platform/errors.ts";

export const placeErrors = defineErrors("places", {
  /** GPS-01: as many as MAX_TRACK_POSITIONS. */
  trackTooLong: {
    status: 400,
    zh: "该时间段的定位点超过 {most} 个，请缩短时间范围",
    en: "The range has more than {most} positions; choose a shorter one",
  },
});

/** GPS-02: by the code of the problem. */
export const fenceErrors = defineErrors("places", {
  fenceSize: {
    status: 400,
    zh: "半径或走廊半宽须为 50 至 10000 米",
    en: "The radius, or half the width of a corridor, is 50 to 10,000 m",
  },
  fenceOffEarth: {
    status: 400,
    zh: "纬度须为 -90 至 90，经度须为 -180 至 180",
    en: "Latitudes are -90 to 90, longitudes -180 to 180",
  },
  fenceTooFewCorners: {
    status: 400,
    zh: "多边形至少 3 个顶点，走廊至少 2 个顶点",
    en: "A polygon has at least 3 corners, a corridor at least 2",
  },
  fenceTooManyCorners: { status: 400, zh: "围栏最多 1000 个顶点", en: "A fence has at most 1,000 corners" },
  fenceTooWide: { status: 400, zh: "围栏的经度跨度须小于 180 度", en: "A fence is less than 180 degrees wide" },
  fenceEmpty: { status: 400, zh: "围栏没有面积", en: "The fence has no area" },
  fenceCrossesItself: {
    status: 400,
    zh: "边界自相交：第 {one} 条边与第 {other} 条边相交",
    en: "The border crosses itself: side {one} meets side {other}",
  },
}) satisfies Readonly<Record<FenceProblem["code"], ErrorDef>>;
