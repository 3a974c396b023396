import type { FrameBatch } from "@canopy/can/frame/batch";

/** One batch of a terminal, as the gateway hands it to ingest. Its identity is (binding, epoch, sequence). */
export interface IncomingBatch {
  readonly bindingNumber: number;
  readonly deviceId: string;
  readonly tenantId: string;
  readonly epoch: number;
  /** Below 2^53. */
  readonly sequence: number;
  readonly frames: FrameBatch;
  /** CB1 bytes as they came, for the live stream; undefined where the dialect has other bytes. */
  readonly raw: Uint8Array | undefined;
  readonly receivedAtMs: number;
  /** SHA-256 of a payload that carries no sequence: its identity is ours, and this tells a repeated one. */
  readonly payloadHash?: Uint8Array | undefined;
}

export type IngestResult =
  /** Stored now or before: a duplicate is stored too. */
  | { readonly kind: "stored" }
  /** Not stored, and the refusal is written down: the terminal is told and keeps it (CAP-05). */
  | { readonly kind: "refused"; readonly reason: string };

/** Settles when the batch is safe: the PUBACK waits for it (DAT-08). A rejection leaves the batch with the terminal. */
export type Ingest = (batch: IncomingBatch) => Promise<IngestResult>;
