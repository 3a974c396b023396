import { defineErrors } from "../platform/errors.ts";

/** TST-01, TST-02 */
export const testErrors = defineErrors("tests", {
  scriptName: { status: 400, zh: "脚本名称为 1-50 个字符", en: "A script name has 1-50 characters" },
  scriptNameTaken: { status: 409, zh: "脚本名已存在：{name}", en: "Script name exists: {name}" },
  scriptLimit: {
    status: 409,
    zh: "分析脚本已达上限（{limit}）",
    en: "The tenant has all its analysis scripts ({limit})",
  },
  scriptRefused: {
    status: 400,
    zh: "第 {line} 行：{what} 不受支持或有语法错误",
    en: "Line {line}: {what} is not supported, or is a syntax error",
  },
  routineName: { status: 400, zh: "例程名称为 1-50 个字符", en: "A routine name has 1-50 characters" },
  routineNameTaken: { status: 409, zh: "例程名已存在：{name}", en: "Routine name exists: {name}" },
  routineLimit: {
    status: 409,
    zh: "测试例程已达上限（{limit}）",
    en: "The tenant has all its test routines ({limit})",
  },
  limitReversed: { status: 400, zh: "下限不能大于上限", en: "The lower limit is above the upper one" },
  sendingTooLong: {
    status: 400,
    zh: "指令列表发送一次不能超过 10 分钟",
    en: "The list of frames takes at most 10 minutes to go out once",
  },
  runUnderWay: { status: 409, zh: "此设备上有测试正在运行", en: "A test is already running on this device" },
  runNotEnded: { status: 409, zh: "测试尚未结束", en: "The test has not ended yet" },
  signalTwice: {
    status: 400,
    zh: "信号 {signal} 选择了两次，请选择一个通道",
    en: "The signal {signal} is chosen twice; choose one channel",
  },
  windowLength: { status: 400, zh: "时间窗口须在 1 秒到 1 小时之间", en: "The window is 1 second to 1 hour long" },
  tooManySamples: {
    status: 400,
    zh: "{signal} 在此窗口中超过 {limit} 个样本，请缩短窗口",
    en: "{signal} has more than {limit} samples in this window; choose a shorter one",
  },
});
