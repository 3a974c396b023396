import { PROVIDED_CHANNELS, type ProvidedChannel } from "@canopy/contract/messages/providers";
import type { Db } from "../platform/postgres/schema.ts";
import type { Channel, Provider } from "./outgoing-message.ts";
import { feishuBot } from "./provider-feishu.ts";
import { providerOf } from "./provider-kinds.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { smtpSettings } from "./provider-smtp.ts";
import { findProvider } from "./provider-store.ts";
import { webhook } from "./provider-webhook.ts";

interface ProviderParts {
  readonly db: Db;
  readonly secret: string;
  readonly smtpUrl: string | undefined;
  /** Webhooks of tenants may lead into the operator's own network. */
  readonly privateTargets: boolean;
}

/** The provider of each channel as it is configured now. */
export class Providers {
  readonly #parts: ProviderParts;
  /** By their settings, so that a mail server keeps its connection. */
  readonly #made = new Map<string, { key: string; provider: Provider | undefined }>();

  constructor(parts: ProviderParts) {
    this.#parts = parts;
  }

  /** Undefined: messages of this channel stay in the outbox for the operator (ACC-07). */
  async find(channel: Channel): Promise<Provider | undefined> {
    if (channel === "feishu") return feishuBot(this.#parts.privateTargets);
    if (channel === "webhook") return webhook(this.#parts.privateTargets);
    const settings = await this.settings(channel);
    if (settings === undefined) return undefined;
    const key = JSON.stringify(settings);
    const made = this.#made.get(channel);
    if (made?.key === key) return made.provider;
    const provider = providerOf(channel, settings);
    this.#made.set(channel, { key, provider });
    return provider;
  }

  /** Of the operator, else of the environment. */
  async settings(channel: ProvidedChannel): Promise<ProviderSettings | undefined> {
    return (await findProvider(this.#parts.db, this.#parts.secret, channel)) ?? this.fromEnvironment(channel);
  }

  fromEnvironment(channel: ProvidedChannel): ProviderSettings | undefined {
    const { smtpUrl } = this.#parts;
    return channel === "email" && smtpUrl ? smtpSettings(smtpUrl) : undefined;
  }
}

export const isProvided = (channel: Channel): channel is ProvidedChannel =>
  (PROVIDED_CHANNELS as readonly Channel[]).includes(channel);
