import type { ProvidedChannel } from "@canopy/contract/messages/providers";
import type { Provider } from "./outgoing-message.ts";
import { aliyunSms, aliyunVoice } from "./provider-aliyun.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { smtpProvider } from "./provider-smtp.ts";
import { tencentSms, tencentVoice } from "./provider-tencent.ts";
import { twilioSms, twilioVoice } from "./provider-twilio.ts";

const KINDS: Readonly<Record<ProvidedChannel, Readonly<Record<string, (settings: ProviderSettings) => Provider>>>> = {
  email: { smtp: smtpProvider },
  sms: { aliyun: aliyunSms, tencent: tencentSms, twilio: twilioSms },
  voice: { aliyun: aliyunVoice, tencent: tencentVoice, twilio: twilioVoice },
};

/** Undefined for a kind that this version does not know. */
export function providerOf(channel: ProvidedChannel, settings: ProviderSettings): Provider | undefined {
  return KINDS[channel][settings.kind]?.(settings);
}
