import { defineErrors } from "../platform/errors.ts";

/** DBC-02, DBC-03 */
export const strategyErrors = defineErrors("signals", {
  strategyName: {
    status: 400,
    zh: "名称为 1-64 个字母、数字或下划线，且不以数字开头",
    en: "A name has 1-64 letters, digits and underscores and does not start with a digit",
  },
  strategyNameTaken: {
    status: 409,
    zh: "已有同名信号策略：{name}",
    en: "A signal strategy of this name exists: {name}",
  },
  strategySignals: { status: 400, zh: "信号策略包含 1-100 个信号", en: "A signal strategy holds 1-100 signals" },
  strategySignalTwice: { status: 400, zh: "信号重复：{signal}", en: "A signal is there twice: {signal}" },
  strategySignalUnknown: {
    status: 422,
    zh: "DBC 最新修订中没有信号 {signal}",
    en: "The newest revision of the DBC has no signal {signal}",
  },
  strategyInUse: { status: 409, zh: "信号策略正被使用：{uses}", en: "The signal strategy is in use: {uses}" },
  strategyLimit: {
    status: 409,
    zh: "信号策略数量已达上限（{limit}）",
    en: "No more signal strategies (limit {limit})",
  },
  bindingTwice: {
    status: 409,
    zh: "该通道已绑定此信号策略",
    en: "This signal strategy is bound to the channel already",
  },
  bindingLimit: {
    status: 409,
    zh: "设备的绑定数量已达上限（{limit}）",
    en: "No more bindings of this device (limit {limit})",
  },
  bindingPaused: { status: 409, zh: "绑定已暂停，请先启用", en: "The binding is paused; enable it first" },
  backfillRunning: { status: 409, zh: "补算正在进行", en: "A back-fill is running already" },
});
