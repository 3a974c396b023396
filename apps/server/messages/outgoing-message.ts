import type { CHANNELS } from "@canopy/contract/messages/outbox";

export type Channel = (typeof CHANNELS)[number];

/** What a provider's own templates are chosen by. */
export type MessageTemplate = "code" | "notice";

export interface NewMessage {
  /** Null: sent by the platform itself, such as a code to a person without an account. */
  readonly tenantId: string | null;
  readonly channel: Channel;
  /** A number, an address, or the URL of a webhook. */
  readonly destination: string;
  readonly subject: string;
  readonly content: string;
  readonly template: MessageTemplate;
  /** Of the provider's template, in its order. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The secret part of the content (a code or link); only its reader may see it. */
  readonly secret?: string;
  /** The signing secret of a webhook. */
  readonly target?: string;
}

export interface OutgoingMessage extends NewMessage {
  /** The same at every try, so that a provider can tell a repetition. */
  readonly id: string;
}

/** Hands a message to a provider; rejects with the provider's reason, by preference a DeliveryProblem. */
export type Deliver = (message: OutgoingMessage) => Promise<void>;
