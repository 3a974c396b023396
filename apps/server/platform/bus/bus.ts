/**
 * Messages between processes beside the database: live data, presence, requests to the process that holds a device.
 * Nothing on it lasts: absent subscribers miss a message, and data that must not be lost is in a store.
 */
export interface Bus {
  /** To all current subscribers. Never waits and never throws; a disconnected bus drops the message. */
  publish(subject: string, payload: Uint8Array): void;
  /** `*` stands for one part of a subject. The payload is the listener's as long as the call lasts. Answers how to stop. */
  subscribe(subject: string, listener: (payload: Uint8Array, subject: string) => void): () => void;
  /** Asks the one that serves a subject; settles at the latest after `timeoutMs`, never rejects. */
  request(subject: string, payload: Uint8Array, timeoutMs: number): Promise<BusAnswer>;
  /** A rejection leaves the request unanswered until its time is over. */
  serve(subject: string, handler: (payload: Uint8Array) => Promise<Uint8Array>): () => void;
  /** Settles when publications reach the subscriptions made so far. */
  ready(): Promise<void>;
  /** False: nothing arrives and nothing leaves until the bus is back. */
  readonly isUp: boolean;
  close(): Promise<void>;
}

export type BusAnswer =
  | { readonly kind: "answered"; readonly payload: Uint8Array }
  /** The subject has no server. */
  | { readonly kind: "nobody" }
  | { readonly kind: "timeout" };

/** A name as one part of a subject: the special characters of NATS (`.`, `*`, `>`, spaces) are escaped. */
export function subjectPart(name: string): string {
  return name.replace(/[^\w-]/gu, (character) => `=${character.codePointAt(0)?.toString(16)}=`);
}
