import { createHash, createHmac, randomUUID } from "node:crypto";
import { postOutside } from "../platform/outside/post-outside.ts";
import { DeliveryProblem, jsonOf, requireSuccess } from "./delivery-problem.ts";
import type { Deliver, OutgoingMessage } from "./outgoing-message.ts";
import type { ProviderSettings } from "./provider-settings.ts";

const VERSION = "2017-05-25";
const ALGORITHM = "ACS3-HMAC-SHA256";

/** Answers after which another try may succeed: flow control and faults of the service. */
const PASSING = /^(Throttling|ServiceUnavailable|InternalError|isp\.|isv\.(BUSINESS_LIMIT_CONTROL|SYSTEM_ERROR))/i;

/** Text message: SendSms of dysmsapi, by template. */
export function aliyunSms(settings: ProviderSettings): Deliver {
  return async (message) => {
    await call(settings, "https://dysmsapi.aliyuncs.com", "SendSms", {
      PhoneNumbers: message.destination,
      SignName: settings.values.signName ?? "",
      TemplateCode: templateOf(settings, message),
      TemplateParam: JSON.stringify(message.parameters),
      OutId: message.id,
    });
  };
}

/** Voice: SingleCallByTts of dyvmsapi, by template. */
export function aliyunVoice(settings: ProviderSettings): Deliver {
  return async (message) => {
    await call(settings, "https://dyvmsapi.aliyuncs.com", "SingleCallByTts", {
      CalledNumber: message.destination,
      CalledShowNumber: settings.values.callerNumber ?? "",
      TtsCode: templateOf(settings, message),
      TtsParam: JSON.stringify(message.parameters),
      OutId: message.id,
    });
  };
}

export const templateOf = ({ values }: ProviderSettings, { template }: OutgoingMessage): string =>
  (template === "code" ? values.codeTemplate : values.noticeTemplate) ?? "";

async function call(
  settings: ProviderSettings,
  usualEndpoint: string,
  action: string,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const url = new URL(settings.values.endpoint || usualEndpoint);
  url.search = canonicalQuery(parameters);
  const answer = await postOutside({
    url,
    headers: signedHeaders(settings, url, { action, version: VERSION, at: new Date(), nonce: randomUUID() }),
    body: "",
    mayBePrivate: true,
  });
  const { Code, Message } = jsonOf(answer) ?? {};
  if (Code === "OK") return;
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
