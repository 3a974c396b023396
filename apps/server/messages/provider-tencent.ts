import { createHash, createHmac } from "node:crypto";
import { postOutside } from "../platform/outside/post-outside.ts";
import { DeliveryProblem, jsonOf, requireSuccess, textOf } from "./delivery-problem.ts";
import type { Delivery, OutgoingMessage, Provider, TakenMessage } from "./outgoing-message.ts";
import { templateOf } from "./provider-aliyun.ts";
import type { ProviderSettings } from "./provider-settings.ts";

const ALGORITHM = "TC3-HMAC-SHA256";
const SIGNED_HEADERS = "content-type;host";
const JSON_TYPE = "application/json; charset=utf-8";

/** Answers after which another try may succeed. */
const PASSING = /^(RequestLimitExceeded|InternalError|LimitExceeded|ResourceUnavailable)/;

interface Service {
  readonly name: string;
  readonly action: string;
  readonly version: string;
}

const SMS: Service = { name: "sms", action: "SendSms", version: "2021-01-11" };
const VOICE: Service = { name: "vms", action: "SendTtsVoice", version: "2020-09-02" };

const STATUS: Service = { ...SMS, action: "PullSmsSendStatusByPhoneNumber" };
/** Of one number, from the minute before it was sent. */
const MOST_STATUSES = 20;

export const tencentSms = (settings: ProviderSettings): Provider => ({
  async deliver(message) {
    const { SendStatusSet } = await call(settings, SMS, {
      PhoneNumberSet: [message.destination],
      SmsSdkAppId: settings.values.appId,
      SignName: settings.values.signName,
      TemplateId: templateOf(settings, message),
      TemplateParamSet: orderedParameters(message),
      SessionContext: message.id,
    });
    const [status] = Array.isArray(SendStatusSet) ? SendStatusSet : [];
    if (status?.Code !== "Ok") throw problemOf(String(status?.Code), String(status?.Message));
    return { providerId: textOf(status?.SerialNo) };
  },
  ask: (taken) => sendStatus(settings, taken),
});

async function sendStatus(settings: ProviderSettings, taken: TakenMessage): Promise<Delivery> {
  const { PullSmsSendStatusSet: found } = await call(settings, STATUS, {
    BeginTime: Math.floor(taken.sentAtMs / 1000) - 60,
    Offset: 0,
    Limit: MOST_STATUSES,
    PhoneNumber: taken.destination,
    SmsSdkAppId: settings.values.appId,
  });
  const statuses = (Array.isArray(found) ? found : []) as Record<string, unknown>[];
  const own = statuses.find(({ SerialNo }) => SerialNo === taken.providerId);
  if (own?.ReportStatus === "SUCCESS") return { state: "delivered" };
  return own?.ReportStatus === "FAIL"
    ? { state: "undelivered", problem: textOf(own.Description) }
    : { state: "accepted" };
}

export const tencentVoice = (settings: ProviderSettings): Provider => ({
  async deliver(message) {
    const { SendStatus } = await call(settings, VOICE, {
      CalledNumber: message.destination,
      VoiceSdkAppid: settings.values.appId,
      TemplateId: templateOf(settings, message),
      TemplateParamSet: orderedParameters(message),
      SessionContext: message.id,
    });
    return { providerId: textOf((SendStatus as { CallId?: unknown } | undefined)?.CallId) };
  },
});

/** A template has numbered places: {1} is the first parameter. */
const orderedParameters = ({ parameters }: OutgoingMessage): string[] => Object.values(parameters);

const problemOf = (code: string, text: string) =>
  new DeliveryProblem(`${code}: ${text}`, { isFinal: !PASSING.test(code) });

async function call(
  settings: ProviderSettings,
  service: Service,
  content: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const url = new URL(settings.values.endpoint || `https://${service.name}.tencentcloudapi.com`);
  const body = JSON.stringify(content);
  const headers = signedHeaders(settings, { url, service, body, atSeconds: Math.floor(Date.now() / 1000) });
  const answer = await postOutside({ url, headers, body, mayBePrivate: true });
  const { Response } = jsonOf(answer) ?? {};
  if (typeof Response !== "object" || Response === null) {
    requireSuccess(answer);
    throw new DeliveryProblem("the answer has no Response");
  }
  const { Error: problem } = Response as { Error?: { Code: string; Message: string } };
  if (problem) throw problemOf(problem.Code, problem.Message);
  return Response as Record<string, unknown>;
}

interface Signed {
  readonly url: URL;
  readonly service: Service;
  readonly body: string;
  readonly atSeconds: number;
}

/** Signature of version 3: the key is derived from date and service. */
export function signedHeaders(settings: ProviderSettings, { url, service, body, atSeconds }: Signed) {
  const date = new Date(atSeconds * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service.name}/tc3_request`;
  const canonicalHeaders = `content-type:${JSON_TYPE}\nhost:${url.host}\n`;
  const canonical = ["POST", "/", "", canonicalHeaders, SIGNED_HEADERS, sha256(body)].join("\n");
  const toSign = [ALGORITHM, atSeconds, scope, sha256(canonical)].join("\n");
  const key = [service.name, "tc3_request"].reduce(hmac, hmac(`TC3${settings.secret}`, date));
  const signature = hmac(key, toSign).toString("hex");
  const credential = `${settings.values.secretId}/${scope}`;
  return {
    host: url.host,
    "content-type": JSON_TYPE,
    "x-tc-action": service.action,
    "x-tc-version": service.version,
    "x-tc-timestamp": String(atSeconds),
    "x-tc-region": settings.values.region ?? "",
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`,
  };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
