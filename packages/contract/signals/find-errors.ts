import { defineErrors } from "../platform/errors.ts";

/** DBC-10 */
export const findErrors = defineErrors("signals", {
  findRange: {
    status: 400,
    zh: "查找信号的时间范围最长 1 小时",
    en: "The range of a signal search is one hour at most",
  },
  findTooMany: {
    status: 400,
    zh: "该时间范围内有 {frames} 帧，最多可分析 {limit} 帧：请缩短时间范围",
    en: "The range has {frames} frames, at most {limit} can be searched: take a shorter range",
  },
  findOutside: {
    status: 400,
    zh: "时刻与窗口必须在时间范围之内",
    en: "Moments and windows have to lie inside the range",
  },
  findReference: {
    status: 400,
    zh: "参考信号在该时间范围内没有数据或没有变化",
    en: "The reference has no values in the range, or they never change",
  },
});
