import { defineErrors } from "../platform/errors.ts";

export const statisticsErrors = defineErrors("statistics", {
  rangeInvalid: {
    status: 400,
    zh: "时间范围须为 1 至 {most} 天",
    en: "A range has 1 to {most} days",
  },
});
