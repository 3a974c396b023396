import type { FrameBatch } from "@canopy/can/frame/batch";
import type { DeviceReply } from "@canopy/contract/device-link/requests";
import type { DeviceMessage, GatewayDevice } from "./device-message.ts";

export type DialectName = "canopy" | "candtu";

/** The fields of a CONNECT that carry identity. */
export interface Credentials {
  readonly clientId: string;
  readonly userName: string;
  readonly password: string;
}

/** Claimed device ID, and the licence key that proves it. */
export interface Claim {
  readonly deviceId: string;
  readonly key: string;
  /** Data of the dialect that is returned to it after a valid proof. */
  readonly type?: string;
}

export type ClaimReading =
  /** The client identifier is of another dialect. */
  | { readonly kind: "foreign" }
  | { readonly kind: "claim"; readonly claim: Claim }
  | { readonly kind: "refused"; readonly problem: "clientId" | "credentials" };

/** The meaning of one message of a terminal. */
export type Reading =
  | { readonly kind: "batch"; readonly batch: ReadBatch }
  | { readonly kind: "messages"; readonly messages: readonly DeviceMessage[] }
  /** `isPlain`: the terminal confirms in words of its own, which are the result `{message}` of every method. */
  | { readonly kind: "reply"; readonly reply: DeviceReply; readonly isPlain?: boolean }
  /** The terminal asks for the time. */
  | { readonly kind: "timeAsked"; readonly messages: readonly DeviceMessage[] }
  | { readonly kind: "nothing" }
  | { readonly kind: "bad"; readonly code: string; readonly epoch?: number; readonly sequence?: number };

export interface ReadBatch {
  readonly epoch: number;
  readonly sequence: number;
  readonly frames: FrameBatch;
  readonly raw: Uint8Array | undefined;
  readonly payloadHash?: Uint8Array;
}

/** A request or a notice on its way down. `deadlineMs` undefined: nothing is answered. */
export interface DownMessage {
  /** Whole, above 0, never used twice by one server. */
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly deadlineMs: number | undefined;
}

export interface Outgoing {
  readonly topic: string;
  readonly payload: Uint8Array;
}

/** The rules of one dialect for one connected terminal. */
export interface DialectSession {
  readonly mayPublish: (topic: string) => boolean;
  readonly maySubscribe: (topic: string) => boolean;
  /** `topic` is one that it may publish. */
  read(topic: string, payload: Buffer, nowMs: number): Reading;
  /** Undefined where the dialect has no word for it. */
  write(message: DownMessage): Outgoing | undefined;
  /** Whether a terminal of this dialect can be told that a batch was refused (CAP-05). */
  readonly knowsRefusals: boolean;
  /** Answers `timeAsked`. */
  writeTime(id: number, nowMs: number): Outgoing;
}

/** All that differs between terminals: how they name themselves, their topics and their bytes. */
export interface Dialect {
  readonly name: DialectName;
  readClaim(credentials: Credentials, nowMs: number): ClaimReading;
  open(device: GatewayDevice, claim: Claim): DialectSession;
}
