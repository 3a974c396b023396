import { postOutside } from "../platform/outside/post-outside.ts";
import { jsonOf, requireSuccess, textOf } from "./delivery-problem.ts";
import type { Delivery, OutgoingMessage, Provider, Receipt, TakenMessage } from "./outgoing-message.ts";
import type { ProviderSettings } from "./provider-settings.ts";

type Resource = "Messages" | "Calls";

/** Of a message, and of a call. */
const DELIVERED = ["delivered", "read", "completed"];
const UNDELIVERED = ["undelivered", "failed", "busy", "no-answer", "canceled"];

export const twilioSms = (settings: ProviderSettings): Provider => ({
  deliver: (message) => create(settings, "Messages", message, { Body: message.content }),
  ask: (taken) => look(settings, "Messages", taken),
});

export const twilioVoice = (settings: ProviderSettings): Provider => ({
  deliver: (message) => create(settings, "Calls", message, { Twiml: spoken(message.content) }),
  ask: (taken) => look(settings, "Calls", taken),
});

function addressOf({ values, secret }: ProviderSettings, path: string) {
  const account = values.accountSid ?? "";
  const base = values.endpoint || "https://api.twilio.com";
  return {
    url: new URL(`/2010-04-01/Accounts/${encodeURIComponent(account)}/${path}.json`, base),
    authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString("base64")}`,
  };
}

async function look(settings: ProviderSettings, resource: Resource, { providerId }: TakenMessage): Promise<Delivery> {
  const { url, authorization } = addressOf(settings, `${resource}/${encodeURIComponent(providerId)}`);
  const answer = await postOutside({ method: "GET", url, headers: { authorization }, body: "", mayBePrivate: true });
  requireSuccess(answer);
  const { status, error_message: text, error_code: code } = jsonOf(answer) ?? {};
  if (DELIVERED.includes(String(status))) return { state: "delivered" };
  if (!UNDELIVERED.includes(String(status))) return { state: "accepted" };
  return { state: "undelivered", problem: [status, code, text].filter(Boolean).join(" ") };
}

async function create(
  settings: ProviderSettings,
  resource: Resource,
  { id, destination }: OutgoingMessage,
  content: Readonly<Record<string, string>>,
): Promise<Receipt> {
  const { url, authorization } = addressOf(settings, resource);
  const answer = await postOutside({
    url,
    headers: {
      authorization,
      "content-type": "application/x-www-form-urlencoded",
      "i-twilio-idempotency-token": id,
    },
    body: new URLSearchParams({ To: destination, From: settings.values.from ?? "", ...content }).toString(),
    mayBePrivate: true,
  });
  requireSuccess(answer);
  return { providerId: textOf(jsonOf(answer)?.sid) };
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** The language of the voice follows the text. */
function spoken(text: string): string {
  const language = /\p{Script=Han}/u.test(text) ? "zh-CN" : "en-US";
  const escaped = text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
  return `<Response><Say language="${language}" loop="2">${escaped}</Say></Response>`;
}
