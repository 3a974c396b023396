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
  /** Of a mail, for reading, beside its plain content. */
  readonly html?: string;
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

/** What a provider says when it takes a message. */
export interface Receipt {
  /** By which the provider knows it. */
  readonly providerId?: string | undefined;
  /** The recipient itself took it. */
  readonly isDelivered?: boolean;
}

export interface TakenMessage {
  readonly providerId: string;
  readonly destination: string;
  readonly sentAtMs: number;
}

/** Accepted: the provider does not know yet. */
export interface Delivery {
  readonly state: "accepted" | "delivered" | "undelivered";
  readonly problem?: string | undefined;
}

export interface Provider {
  /** Rejects with the provider's reason, by preference a DeliveryProblem. */
  deliver(message: OutgoingMessage): Promise<Receipt>;
  /** What became of a message; undefined: the provider never says. */
  ask?(taken: TakenMessage): Promise<Delivery>;
}
