import type { FenceProblem } from "@canopy/can/gps/fence";
import type { PositionFileProblem } from "@canopy/can/gps/position-file";
import { defineErrors, type ErrorDef } from "../platform/errors.ts";

export const placeErrors = defineErrors("places", {
  /** GPS-01: as many as MAX_TRACK_POSITIONS. */
  trackTooLong: {
    status: 400,
    zh: "该时间段的定位点超过 {most} 个，请缩短时间范围",
    en: "The range has more than {most} positions; choose a shorter one",
  },
});

/** GPS-01: of a file with positions, by the code of the problem. */
export const positionFileErrors = defineErrors("places", {
  notPositions: {
    status: 422,
    zh: "不是 NMEA 或 GPX 文件",
    en: "The file is neither NMEA nor GPX",
  },
  noPositions: { status: 422, zh: "文件中没有轨迹点", en: "The file has no track points" },
  noTimes: {
    status: 422,
    zh: "第 {line} 行的位置没有时间，没有时间的轨迹无法导入",
    en: "The position in line {line} has no time: a track without times cannot be imported",
  },
  wrongTimes: {
    status: 422,
    zh: "第 {line} 行的时间不在 2000 年至明天之间",
    en: "The time in line {line} is not between 2000 and tomorrow",
  },
}) satisfies Readonly<Record<PositionFileProblem["code"], ErrorDef>>;

/** GPS-02 */
export const fenceListErrors = defineErrors("places", {
  fenceName: { status: 400, zh: "围栏名称为 1-50 个字符", en: "A fence name has 1-50 characters" },
  fenceNameTaken: { status: 409, zh: "围栏名称已存在：{name}", en: "Fence name exists: {name}" },
  fenceInUse: {
    status: 409,
    zh: "围栏正被触发规则使用：{rules}",
    en: "The fence is in trigger rules: {rules}",
  },
  fenceLimit: { status: 409, zh: "最多 {limit} 个围栏", en: "At most {limit} fences" },
  trialRange: { status: 400, zh: "试算时间段最长 31 天", en: "A trial covers at most 31 days" },
  trialDevices: { status: 409, zh: "试算最多 {limit} 台设备", en: "A trial covers at most {limit} devices" },
});

/** GPS-02: of a GeoJSON file, by the code of the problem. */
export const geoJsonErrors = defineErrors("places", {
  geoJsonSyntax: { status: 400, zh: "此处不是有效的 JSON", en: "This is not JSON from here on" },
  geoJsonNoArea: {
    status: 400,
    zh: "不是区域：需要 Polygon 或 MultiPolygon",
    en: "Not an area: a Polygon or MultiPolygon is needed",
  },
  geoJsonPosition: {
    status: 400,
    zh: "坐标须为 [经度, 纬度] 两个数",
    en: "A position is two numbers, [longitude, latitude]",
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
  fenceTooManyCorners: {
    status: 400,
    zh: "围栏最多 1000 个顶点，区域最多 5000 个",
    en: "A fence has at most 1,000 corners, a region 5,000",
  },
  fenceTooWide: { status: 400, zh: "围栏的经度跨度须小于 180 度", en: "A fence is less than 180 degrees wide" },
  fenceEmpty: { status: 400, zh: "围栏没有面积", en: "The fence has no area" },
  fenceCrossesItself: {
    status: 400,
    zh: "边界自相交：第 {one} 条边与第 {other} 条边相交",
    en: "The border crosses itself: side {one} meets side {other}",
  },
}) satisfies Readonly<Record<FenceProblem["code"], ErrorDef>>;
