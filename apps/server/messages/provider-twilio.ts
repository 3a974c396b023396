import { postOutside } from "../platform/outside/post-outside.ts";
import { requireSuccess } from "./delivery-problem.ts";
import type { Deliver, OutgoingMessage } from "./outgoing-message.ts";
import type { ProviderSettings } from "./provider-settings.ts";

export function twilioSms(settings: ProviderSettings): Deliver {
  return (message) => create(settings, "Messages", message, { Body: message.content });
}

export function twilioVoice(settings: ProviderSettings): Deliver {
  return (message) => create(settings, "Calls", message, { Twiml: spoken(message.content) });
}

async function create(
  { values, secret }: ProviderSettings,
  resource: "Messages" | "Calls",
  { id, destination }: OutgoingMessage,
  content: Readonly<Record<string, string>>,
): Promise<void> {
  const account = values.accountSid ?? "";
  const base = values.endpoint || "https://api.twilio.com";
  const answer = await postOutside({
    url: new URL(`/2010-04-01/Accounts/${encodeURIComponent(account)}/${resource}.json`, base),
    headers: {
      authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
      "i-twilio-idempotency-token": id,
    },
    body: new URLSearchParams({ To: destination, From: values.from ?? "", ...content }).toString(),
    mayBePrivate: true,
  });
  requireSuccess(answer);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** The language of the voice follows the text. */
function spoken(text: string): string {
  const language = /\p{Script=Han}/u.test(text) ? "zh-CN" : "en-US";
  const escaped = text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
  return `<Response><Say language="${language}" loop="2">${escaped}</Say></Response>`;
}
