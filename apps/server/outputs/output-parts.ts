import type { Text } from "@canopy/contract/platform/language";
import type { LimitOf } from "../capacity/limits.ts";
import type { LedgerServices } from "../files/ledger/read-ledger.ts";
import type { FileReceiver } from "../files/receive-file.ts";
import type { FrameReader, FrameStore } from "../frames/store/frame-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { MessageUser } from "../transfers/tell-finished.ts";

/** What runs of outputs need. */
export interface OutputServices {
  readonly db: Db;
  /** Of the installation. */
  readonly secret: string;
  /** Buckets of tenants may lead into the operator's own network. */
  readonly privateTargets: boolean;
  readonly frames: Pick<FrameReader, "stream" | "count" | "buckets" | "extent"> & {
    readonly usage: Pick<FrameStore["usage"], "sums">;
  };
  readonly losses: LedgerServices["losses"];
  readonly receiver: FileReceiver;
  /** On this machine: files are made here. */
  readonly folder: string;
  readonly limitOf: LimitOf;
  readonly messageUser: MessageUser;
  /** Of an error, for people. */
  textOf(code: string): Text | undefined;
  /** Of this program, for links in mails. */
  webAddress(): string;
  now(): number;
  /** For tests: the bytes of one run. */
  readonly mostBytes?: number;
}
