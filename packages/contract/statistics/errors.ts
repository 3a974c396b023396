import { defineErrors } from "../platform/errors.ts";

export const statisticsErrors = defineErrors("statistics", {
  rangeInvalid: {
    status: 400,
    zh: "时间范围须为 1 至 {most} 天",
    en: "A range has 1 to {most} days",
  },
  tooManyRows: {
    status: 409,
    zh: "按日导出会有 {rows} 行，最多 {most} 行：请缩短时间范围，或选择一个标签",
    en: "By day these are {rows} rows, more than the {most} of a file: choose a shorter range or a label",
  },
});
