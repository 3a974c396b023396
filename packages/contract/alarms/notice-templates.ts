import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { LANGUAGES, type Language } from "../platform/language.ts";
import { templateErrors } from "./errors.ts";

/** Kinds of actions whose text the operator may change; a webhook has its fields. */
export const TEMPLATE_KINDS = ["email", "sms", "voice", "feishu"] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** Places of a template. `headline` and `detail` are the program's own sentences, in the language of the template. */
export const TEMPLATE_PLACES = [
  "headline",
  "detail",
  "level",
  "device",
  "rule",
  "value",
  "peak",
  "channel",
  "time",
  "text",
  "link",
] as const;

export const MAX_TEMPLATE_SUBJECT = 200;
export const MAX_TEMPLATE_TEXT = 2000;

const PLACE = /\{(\w*)\}/g;
const isKnown = (text: string): boolean =>
  [...text.matchAll(PLACE)].every(([, name]) => TEMPLATE_PLACES.some((place) => place === name));
const filled = (longest: number) =>
  z.string().trim().max(longest).refine(isKnown, templateErrors.templatePlace.code).default("");

const inLanguage = z.object({ subject: filled(MAX_TEMPLATE_SUBJECT), text: filled(MAX_TEMPLATE_TEXT) });

/** A language without a text is left out of the message. */
export const noticeTemplate = z
  .object({ zh: inLanguage, en: inLanguage })
  .refine(
    (template) =>
      LANGUAGES.some((one) => template[one].text !== "") &&
      LANGUAGES.every((one) => template[one].text === "" || template[one].subject !== ""),
    { path: ["zh"], message: templateErrors.templateEmpty.code },
  );
export type NoticeTemplate = z.output<typeof noticeTemplate>;

/** Both languages, and once what has none. */
export const DEFAULT_TEMPLATE: NoticeTemplate = {
  zh: { subject: "{headline}", text: "{headline}\n{detail}" },
  en: { subject: "{headline}", text: "{headline}\n{detail}\n\n{text}\n\n{link}" },
};

export type TemplateValues = Readonly<Record<(typeof TEMPLATE_PLACES)[number], string>>;

/** The message of a template; lines that are empty without their values go. */
export function fillTemplate(
  template: NoticeTemplate,
  valuesOf: (language: Language) => TemplateValues,
): { subject: string; content: string } {
  const parts = LANGUAGES.filter((language) => template[language].text !== "").map((language) => {
    const values = valuesOf(language);
    const put = (text: string) =>
      text.replace(PLACE, (place, name: string) => values[name as keyof TemplateValues] ?? place);
    return { subject: put(template[language].subject), content: tidy(put(template[language].text)) };
  });
  return {
    subject: parts.map(({ subject }) => subject).join(" / "),
    content: parts.map(({ content }) => content).join("\n\n"),
  };
}

const tidy = (text: string): string => text.replace(/\n{3,}/g, "\n\n").trim();

const operated = { access: { kind: "system" }, sessionOnly: true, audited: true, rateLimit: RATE.normal } as const;
const ofKind = z.object({ kind: z.enum(TEMPLATE_KINDS) });
const row = z.object({
  kind: z.enum(TEMPLATE_KINDS),
  template: noticeTemplate,
  /** The program's own. */
  is_default: z.boolean(),
});

/** TRG-06 */
export const listNoticeTemplates = endpoint({
  ...operated,
  audited: false,
  name: "alarms.listNoticeTemplates",
  method: "GET",
  path: "/operating/notice-templates",
  summary: { zh: "报警通知模板", en: "Texts of alarm notices" },
  reply: z.object({ list: z.array(row) }),
});

export const setNoticeTemplate = endpoint({
  ...operated,
  name: "alarms.setNoticeTemplate",
  method: "PUT",
  path: "/operating/notice-templates/{kind}",
  summary: { zh: "修改报警通知模板", en: "Change the text of a kind of notices" },
  params: ofKind,
  body: noticeTemplate,
  reply: z.object({ data: row }),
});

export const resetNoticeTemplate = endpoint({
  ...operated,
  name: "alarms.resetNoticeTemplate",
  method: "DELETE",
  path: "/operating/notice-templates/{kind}",
  summary: { zh: "恢复默认通知模板", en: "Give a kind of notices its default text again" },
  params: ofKind,
  reply: z.object({ data: row }),
});
