import { defineErrors } from "../platform/errors.ts";

export const functionErrors = defineErrors("signals", {
  /** DBC-07 */
  signalLimit: { status: 400, zh: "最多选择 30 个信号", en: "At most 30 signals can be chosen" },
  /** DBC-08 */
  computedName: {
    status: 400,
    zh: "名称为 1-64 个字符，不含双引号",
    en: "The name has 1-64 characters and no double quote",
  },
  computedLimit: {
    status: 409,
    zh: "最多保存 {limit} 个计算信号",
    en: "At most {limit} computed signals can be kept",
  },
  formulaInvalid: {
    status: 400,
    zh: "公式第 {at} 个字符处有误",
    en: "The formula is wrong at character {at}",
  },
  computedInUse: {
    status: 409,
    zh: "触发规则正在使用该计算信号：{rules}",
    en: "Trigger rules use this computed signal: {rules}",
  },
  computedNotLive: {
    status: 409,
    zh: "触发规则（{rules}）正在使用该计算信号，公式须能随数据实时计算：不含 integral 和 time，最多 4 个时间窗，每个不超过 300 秒",
    en: "Trigger rules use it ({rules}), so the formula must be judged as data comes: without integral and time, at most 4 windows of 300 s",
  },
  inputTwice: { status: 400, zh: "两个输入信号同名", en: "Two inputs have the same name" },
});
