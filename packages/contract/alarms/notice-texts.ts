import { fill, LANGUAGES, type Language, type Text } from "../platform/language.ts";
import type { RuleLevel } from "./rule-content.ts";

export type NoticeCause = "fired" | "repeated" | "recovered" | "escalated";

const LEVEL: Record<RuleLevel, Text> = {
  tip: { zh: "提示", en: "Tip" },
  ordinary: { zh: "一般报警", en: "Alarm" },
  urgent: { zh: "紧急报警", en: "Urgent alarm" },
};

const SUBJECT: Record<NoticeCause, Text> = {
  fired: { zh: "{level}：{device} {rule}", en: "{level}: {device}, {rule}" },
  repeated: { zh: "{level}（再次）：{device} {rule}", en: "{level}, again: {device}, {rule}" },
  recovered: { zh: "已恢复：{device} {rule}", en: "Recovered: {device}, {rule}" },
  escalated: { zh: "{level}无人处理：{device} {rule}", en: "{level} without an answer: {device}, {rule}" },
};

const VALUE: Text = { zh: "数值 {value}", en: "value {value}" };
const PLACE: Text = { zh: "通道 {channel}，{time}", en: "channel {channel}, {time}" };

/** The reasons for which an action was not sent. */
export const NOT_SENT = {
  quota: { zh: "本月短信与语音额度已用完", en: "The month's text messages and calls are used up" },
  target: { zh: "目标地址无效", en: "The target is not an address" },
} satisfies Record<string, Text>;

export interface NoticeParameters {
  readonly rule: string;
  readonly level: RuleLevel;
  readonly description: string;
  readonly device: string;
  readonly channel: number;
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
export function noticeText(cause: NoticeCause, parameters: NoticeParameters, link: string | undefined): Notice {
  const time = `${new Date(parameters.time).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const value = parameters.value === null ? "" : String(Number(parameters.value.toPrecision(12)));
  const inLanguage = (language: Language) => {
    const { rule, device } = parameters;
    const values = {
      rule,
      device,
      level: LEVEL[parameters.level][language],
      value,
      time,
      channel: parameters.channel + 1,
    };
    const told = value === "" ? [] : [fill(VALUE[language], values)];
    return {
      subject: fill(SUBJECT[cause][language], values),
      detail: [...told, fill(PLACE[language], values)].join(language === "zh" ? "，" : ", "),
    };
  };
  const texts = LANGUAGES.map(inLanguage);
  const lines = texts.map(({ subject, detail }) => `${subject}\n${detail}`);
  return {
    subject: texts.map(({ subject }) => subject).join(" / "),
    content: [...lines, parameters.description, link ?? ""].filter((line) => line !== "").join("\n\n"),
    parameters: {
      subject: parameters.device,
      text: [parameters.rule, value].filter((part) => part !== "").join(" "),
      time,
    },
  };
}
