import { defineErrors } from "../platform/errors.ts";

export const placeErrors = defineErrors("places", {
  /** GPS-01: as many as MAX_TRACK_POSITIONS. */
  trackTooLong: {
    status: 400,
    zh: "该时间段的定位点超过 {most} 个，请缩短时间范围",
    en: "The range has more than {most} positions; choose a shorter one",
  },
});
