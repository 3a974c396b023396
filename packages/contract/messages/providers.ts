import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { defineErrors } from "../platform/errors.ts";

/** Channels whose provider the operator configures; a webhook needs none. */
export const PROVIDED_CHANNELS = ["email", "sms", "voice"] as const;
export type ProvidedChannel = (typeof PROVIDED_CHANNELS)[number];

export interface ProviderField {
  readonly name: string;
  readonly isOptional?: true;
  readonly options?: readonly string[];
  readonly pattern?: RegExp;
}

const text = (name: string): ProviderField => ({ name });
const endpointField: ProviderField = { name: "endpoint", isOptional: true, pattern: /^https?:\/\/[^\s/]+\/?$/ };
const templates = [text("codeTemplate"), text("noticeTemplate")];

/** TRG-06: kinds of providers of each channel and their settings; beside them each kind has one secret. */
export const PROVIDER_KINDS = {
  email: {
    smtp: [
      { name: "host", pattern: /^[^\s/:]+$/ },
      { name: "port", pattern: /^[1-9]\d{0,4}$/ },
      { name: "security", options: ["tls", "starttls", "none"] },
      { name: "user", isOptional: true },
      text("from"),
    ],
  },
  sms: {
    aliyun: [text("accessKeyId"), text("signName"), ...templates, endpointField],
    tencent: [text("secretId"), text("appId"), text("signName"), ...templates, text("region"), endpointField],
    twilio: [text("accountSid"), text("from"), endpointField],
  },
  voice: {
    aliyun: [text("accessKeyId"), { name: "callerNumber", isOptional: true }, text("noticeTemplate"), endpointField],
    tencent: [text("secretId"), text("appId"), text("noticeTemplate"), text("region"), endpointField],
    twilio: [text("accountSid"), text("from"), endpointField],
  },
} as const satisfies Record<ProvidedChannel, Record<string, readonly ProviderField[]>>;

/** Undefined for a kind that the channel does not have. */
export function providerFields(channel: ProvidedChannel, kind: string): readonly ProviderField[] | undefined {
  const kinds: Readonly<Record<string, readonly ProviderField[]>> = PROVIDER_KINDS[channel];
  return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

export const providerErrors = defineErrors("messages", {
  providerInvalid: {
    status: 400,
    zh: "服务商设置有误：{field}",
    en: "The provider's settings are wrong: {field}",
  },
  providerMissing: { status: 409, zh: "该渠道还没有服务商", en: "This channel has no provider yet" },
  providerRefused: { status: 502, zh: "服务商未接受：{problem}", en: "The provider did not accept it: {problem}" },
  notFailed: { status: 409, zh: "只有发送失败的消息可以重发", en: "Only a message that failed can be sent again" },
});

const operated = { access: { kind: "system" }, sessionOnly: true, audited: true, rateLimit: RATE.normal } as const;
const one = z.object({ channel: z.enum(PROVIDED_CHANNELS) });

export const listProviders = endpoint({
  ...operated,
  audited: false,
  name: "messages.listProviders",
  method: "GET",
  path: "/operating/providers",
  summary: { zh: "消息服务商", en: "Providers of messages; secrets are never told" },
  reply: z.object({
    list: z.array(
      z.object({
        channel: z.enum(PROVIDED_CHANNELS),
        /** Null: none. */
        provider: z.string().nullable(),
        settings: z.record(z.string(), z.string()),
        has_secret: z.boolean(),
        /** By the environment (SMTP_URL) as long as the operator sets none. */
        is_from_environment: z.boolean(),
        waiting: z.number(),
        failed: z.number(),
        /** Of the newest try that did not succeed. */
        problem: z.string().nullable(),
        next_time: z.number().nullable(),
        /** For a provider that reports by itself; null: it is asked. */
        report_path: z.string().nullable(),
      }),
    ),
  }),
});

export const providerForm = z.object({
  provider: z.string().max(20),
  settings: z.record(z.string().max(40), z.string().trim().max(200)),
  /** Left out: stays as it is. */
  secret: z.string().min(1).max(500).optional(),
});

export const setProvider = endpoint({
  ...operated,
  name: "messages.setProvider",
  method: "PUT",
  path: "/operating/providers/{channel}",
  summary: { zh: "设置服务商", en: "Set the provider of a channel" },
  params: one,
  body: providerForm,
  reply: z.object({ message: z.string() }),
  errors: [providerErrors.providerInvalid],
});

export const removeProvider = endpoint({
  ...operated,
  name: "messages.removeProvider",
  method: "DELETE",
  path: "/operating/providers/{channel}",
  summary: { zh: "移除服务商", en: "Remove the provider of a channel: its messages wait in the outbox" },
  params: one,
  reply: z.object({ message: z.string() }),
});

export const testProvider = endpoint({
  ...operated,
  name: "messages.testProvider",
  method: "POST",
  path: "/operating/providers/{channel}/test",
  summary: { zh: "发送测试消息", en: "Send a test message" },
  params: one,
  body: z.object({ to: z.string().trim().min(3).max(200) }),
  reply: z.object({ message: z.string() }),
  errors: [providerErrors.providerMissing, providerErrors.providerRefused],
});
