import { createHash, createHmac, randomUUID } from "node:crypto";
import { postOutside } from "../platform/outside/post-outside.ts";
import { DeliveryProblem, jsonOf, requireSuccess, textOf } from "./delivery-problem.ts";
import type { Delivery, OutgoingMessage, Provider, TakenMessage } from "./outgoing-message.ts";
import type { ProviderSettings } from "./provider-settings.ts";

const VERSION = "2017-05-25";
const ALGORITHM = "ACS3-HMAC-SHA256";

/** Answers after which another try may succeed: flow control and faults of the service. */
const PASSING = /^(Throttling|ServiceUnavailable|InternalError|isp\.|isv\.(BUSINESS_LIMIT_CONTROL|SYSTEM_ERROR))/i;

const SMS_ENDPOINT = "https://dysmsapi.aliyuncs.com";
const VOICE_ENDPOINT = "https://dyvmsapi.aliyuncs.com";
/** Voice notices among the products of the service. */
const VOICE_PRODUCT = "11000000300006";
/** Heard to the end, hung up before, no key pressed; the call is over. */
const ANSWERED = ["200000", "200001", "200008", "200100"];
/** Being connected, talking. */
const CALLING = ["200101", "200102", "200103"];
/** The service counts days in China. */
const CHINA_MS = 8 * 3_600_000;

/** Text message: SendSms of dysmsapi, by template. */
export const aliyunSms = (settings: ProviderSettings): Provider => ({
  async deliver(message) {
    const { BizId } = await call(settings, SMS_ENDPOINT, "SendSms", {
      PhoneNumbers: message.destination,
      SignName: settings.values.signName ?? "",
      TemplateCode: templateOf(settings, message),
      TemplateParam: JSON.stringify(message.parameters),
      OutId: message.id,
    });
    return { providerId: textOf(BizId) };
  },
  ask: (taken) => sendDetails(settings, taken),
});

/** SendStatus: 1 not known yet, 2 failed, 3 delivered. */
async function sendDetails(settings: ProviderSettings, taken: TakenMessage): Promise<Delivery> {
  const day = new Date(taken.sentAtMs + CHINA_MS).toISOString().slice(0, 10).replaceAll("-", "");
  const { SmsSendDetailDTOs } = await call(settings, SMS_ENDPOINT, "QuerySendDetails", {
    PhoneNumber: taken.destination,
    BizId: taken.providerId,
    SendDate: day,
    PageSize: "1",
    CurrentPage: "1",
  });
  const { SmsSendDetailDTO: details } = (SmsSendDetailDTOs ?? {}) as { SmsSendDetailDTO?: unknown };
  const [detail] = (Array.isArray(details) ? details : []) as { SendStatus?: unknown; ErrCode?: unknown }[];
  if (detail?.SendStatus === 3) return { state: "delivered" };
  return detail?.SendStatus === 2 ? { state: "undelivered", problem: textOf(detail.ErrCode) } : { state: "accepted" };
}

/** Voice: SingleCallByTts of dyvmsapi, by template. */
export const aliyunVoice = (settings: ProviderSettings): Provider => ({
  async deliver(message) {
    const { CallId } = await call(settings, VOICE_ENDPOINT, "SingleCallByTts", {
      CalledNumber: message.destination,
      CalledShowNumber: settings.values.callerNumber ?? "",
      TtsCode: templateOf(settings, message),
      TtsParam: JSON.stringify(message.parameters),
      OutId: message.id,
    });
    return { providerId: textOf(CallId) };
  },
  ask: (taken) => callDetail(settings, taken),
});

/** The record of a call comes as JSON in a text, and is empty while there is none. */
async function callDetail(settings: ProviderSettings, taken: TakenMessage): Promise<Delivery> {
  const { Data } = await call(settings, VOICE_ENDPOINT, "QueryCallDetailByCallId", {
    CallId: taken.providerId,
    ProdId: VOICE_PRODUCT,
    QueryDate: String(Math.floor(taken.sentAtMs)),
  });
  const { state, stateDesc } = jsonOf({ body: textOf(Data) ?? "" }) ?? {};
  const code = String(state ?? "");
  if (ANSWERED.includes(code)) return { state: "delivered" };
  if (code === "" || CALLING.includes(code)) return { state: "accepted" };
  return { state: "undelivered", problem: [code, textOf(stateDesc)].filter(Boolean).join(" ") };
}

export const templateOf = ({ values }: ProviderSettings, { template }: OutgoingMessage): string =>
  (template === "code" ? values.codeTemplate : values.noticeTemplate) ?? "";

async function call(
  settings: ProviderSettings,
  usualEndpoint: string,
  action: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const url = new URL(settings.values.endpoint || usualEndpoint);
  url.search = canonicalQuery(parameters);
  const answer = await postOutside({
    url,
    headers: signedHeaders(settings, url, { action, version: VERSION, at: new Date(), nonce: randomUUID() }),
    body: "",
    mayBePrivate: true,
  });
  const { Code, Message, ...rest } = jsonOf(answer) ?? {};
  if (Code === "OK") return rest;
  if (typeof Code === "string")
    throw new DeliveryProblem(`${Code}: ${String(Message)}`, { isFinal: !PASSING.test(Code) && answer.status < 500 });
  requireSuccess(answer);
  throw new DeliveryProblem("the answer has no Code");
}

/** RFC 3986, sorted by name. */
function canonicalQuery(parameters: Readonly<Record<string, string>>): string {
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return Object.entries(parameters)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
}

interface SignedCall {
  readonly action: string;
  readonly version: string;
  readonly at: Date;
  readonly nonce: string;
}

/** Signature of version 3: over method, path, query, these headers and the hash of the (empty) body. */
export function signedHeaders(
  { values, secret }: ProviderSettings,
  url: URL,
  { action, version, at, nonce }: SignedCall,
): Record<string, string> {
  const hash = createHash("sha256").update("").digest("hex");
  const headers: Record<string, string> = {
    host: url.host,
    "x-acs-action": action,
    "x-acs-content-sha256": hash,
    "x-acs-date": at.toISOString().replace(/\.\d+Z$/, "Z"),
    "x-acs-signature-nonce": nonce,
    "x-acs-version": version,
  };
  const names = Object.keys(headers).join(";");
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = ["POST", "/", url.search.slice(1), lines.join(""), names, hash].join("\n");
  const hashed = createHash("sha256").update(canonical).digest("hex");
  const signature = createHmac("sha256", secret).update(`${ALGORITHM}\n${hashed}`).digest("hex");
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${values.accessKeyId},SignedHeaders=${names},Signature=${signature}`,
  };
}
