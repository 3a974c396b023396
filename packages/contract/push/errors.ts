import { defineErrors } from "../platform/errors.ts";

/** CAP-01 */
export const pushErrors = defineErrors("push", {
  ruleName: { status: 400, zh: "规则名称为 1-50 个字符", en: "A rule name has 1-50 characters" },
  nameTaken: { status: 409, zh: "规则名已存在：{name}", en: "Rule name exists: {name}" },
  ruleLimit: { status: 409, zh: "推送规则已达上限（{limit}）", en: "The tenant has all its push rules ({limit})" },
  ruleStillEnabled: { status: 409, zh: "请先停用推送规则", en: "Disable the push rule first" },
  url: { status: 400, zh: "请输入 http 或 https 地址", en: "Enter an http or https address" },
  privateUrl: {
    status: 400,
    zh: "{host} 不是公网地址，不能推送到那里",
    en: "{host} is not an address of the public internet; nothing is sent there",
  },
  secretLost: {
    status: 409,
    zh: "规则的签名密钥无法解密（系统密钥 CANOPY_SECRET 已更换），请为规则重新设置密钥，或联系系统管理员",
    en: "The rule's signing secret cannot be read (CANOPY_SECRET was changed): give the rule a new one, or tell the operator",
  },
  secret: { status: 400, zh: "密钥为 16-128 个字符", en: "A secret has 16-128 characters" },
  signals: { status: 400, zh: "请选择 1-30 个信号", en: "Choose 1-30 signals" },
  signalTwice: { status: 400, zh: "两个信号不能同名，请改名", en: "Two signals have one name; rename one of them" },
  signalUnknown: { status: 400, zh: "DBC 中没有信号 {signal}", en: "The DBC has no signal {signal}" },
  filterUnknown: { status: 400, zh: "过滤条件引用了未选择的信号", en: "A filter names a signal that is not chosen" },
  eventKinds: { status: 400, zh: "请至少选择一种事件", en: "Choose one kind of event at least" },
  templateJson: {
    status: 400,
    zh: "模板不是有效的 JSON（第 {line} 行，第 {column} 列）",
    en: "The template is not valid JSON (line {line}, column {column})",
  },
  templateField: {
    status: 400,
    zh: "模板中没有字段 {name}（第 {line} 行，第 {column} 列）",
    en: "The template has an unknown field {name} (line {line}, column {column})",
  },
  notFailed: { status: 409, zh: "此推送不是失败状态", en: "This delivery has not failed" },
  replayRange: { status: 400, zh: "时间范围须在 31 天以内", en: "The range is 31 days at most" },
  replayRunning: { status: 409, zh: "此规则正在补发", en: "A replay of this rule is under way" },
  replayGone: { status: 409, zh: "推送规则已不存在", en: "The push rule no longer exists" },
});
