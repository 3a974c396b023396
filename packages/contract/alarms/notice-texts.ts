import { channelName } from "../device-link/channels.ts";
import { fill, type Language, type Text } from "../platform/language.ts";
import { alarmTime, alarmValue } from "./alarm-text.ts";
import { DEFAULT_TEMPLATE, fillTemplate, type NoticeTemplate, type TemplateValues } from "./notice-templates.ts";
import { type RuleLevel, WHOLE_DEVICE } from "./rule-content.ts";

export type NoticeCause = "fired" | "repeated" | "recovered" | "escalated" | "test";

const LEVEL: Record<RuleLevel, Text> = {
  tip: { zh: "提示", en: "Tip" },
  ordinary: { zh: "一般报警", en: "Alarm" },
  urgent: { zh: "紧急报警", en: "Urgent alarm" },
};

const SUBJECT: Record<NoticeCause, Text> = {
  fired: { zh: "{level}：{device} {rule}", en: "{level}: {device}, {rule}" },
  repeated: { zh: "{level}（再次）：{device} {rule}", en: "{level}, again: {device}, {rule}" },
  recovered: { zh: "已恢复：{device} {rule}", en: "Recovered: {device}, {rule}" },
  test: { zh: "测试：{level} {device} {rule}", en: "Test: {level}, {device}, {rule}" },
  escalated: { zh: "{level}无人处理：{device} {rule}", en: "{level} without an answer: {device}, {rule}" },
};

const VALUE: Text = { zh: "数值 {value}", en: "value {value}" };
const CHANNEL: Text = { zh: "通道 {channel}", en: "channel {channel}" };

/** The reasons for which an action was not sent. */
export const NOT_SENT = {
  quota: { zh: "本月短信与语音额度已用完", en: "The month's text messages and calls are used up" },
  rate: { zh: "套餐不允许发送报警通知", en: "The package allows no alarm notices" },
  target: { zh: "目标地址无效", en: "The target is not an address" },
  rights: {
    zh: "最后保存规则的用户已没有此设备的读写权限，须由有权限者重新保存规则",
    en: "Who saved the rule last has no read-write on this device any more; it is to be saved by somebody who has",
  },
  fault: { zh: "服务器内部错误", en: "An error inside the server" },
} satisfies Record<string, Text>;

export interface NoticeParameters {
  readonly rule: string;
  readonly level: RuleLevel;
  readonly description: string;
  readonly device: string;
  /** Null: an event of a place has none. */
  readonly channel: number | null;
  readonly value: number | null;
  readonly peak: number | null;
  /** Epoch milliseconds. */
  readonly time: number;
}

export interface Notice {
  readonly subject: string;
  readonly content: string;
  /** For the providers' own templates: the language is theirs. */
  readonly parameters: { readonly subject: string; readonly text: string; readonly time: string };
}

/** A message in both languages: the recipient may be nobody who has an account. */
export function noticeText(
  cause: NoticeCause,
  parameters: NoticeParameters,
  link: string | undefined,
  template: NoticeTemplate = DEFAULT_TEMPLATE,
): Notice {
  const time = alarmTime(parameters.time);
  const value = alarmValue(parameters.value);
  const valuesOf = (language: Language): TemplateValues => {
    const { rule, device, peak, description: text } = parameters;
    const channel =
      parameters.channel === null || parameters.channel === WHOLE_DEVICE ? "" : channelName(parameters.channel);
    const values = { rule, device, level: LEVEL[parameters.level][language], value, time, channel };
    const told = [value !== "" && VALUE, channel !== "" && CHANNEL].filter((one) => one !== false);
    return {
      ...values,
      text,
      peak: alarmValue(peak),
      link: link ?? "",
      headline: fill(SUBJECT[cause][language], values),
      detail: [...told.map((one) => fill(one[language], values)), time].join(language === "zh" ? "，" : ", "),
    };
  };
  return {
    ...fillTemplate(template, valuesOf),
    parameters: {
      subject: parameters.device,
      text: [parameters.rule, value].filter((part) => part !== "").join(" "),
      time,
    },
  };
}
