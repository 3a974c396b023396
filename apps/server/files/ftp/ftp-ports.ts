import type { FtpPath } from "./ftp-path.ts";

/** Interfaces between a session, the files of its account and its connection. */
export interface FtpEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
  readonly changedMs: number;
}

/** A file on its way in. */
export interface FtpUpload {
  take(bytes: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  /** Its end did not come: what came stays, and may go on. */
  cut(): Promise<void>;
}

/** `new` replaces a file of the name; `at` goes on with one that has exactly so many bytes. */
export type WriteMode = { readonly kind: "new" | "append" } | { readonly kind: "at"; readonly offset: number };

/** The folder of one account. */
export interface FtpFolder {
  /** False: whoever has signed in would not be let in any more. */
  isOpen(): Promise<boolean>;
  /** Undefined: there is no such folder. */
  list(path: FtpPath): Promise<readonly FtpEntry[] | undefined>;
  find(path: FtpPath): Promise<FtpEntry | undefined>;
  isFolder(path: FtpPath): Promise<boolean>;
  makeFolder(path: FtpPath): Promise<boolean>;
  removeFolder(path: FtpPath): Promise<boolean>;
  remove(path: FtpPath): Promise<boolean>;
  rename(from: FtpPath, to: FtpPath): Promise<boolean>;
  read(path: FtpPath, from: number): Promise<AsyncIterable<Uint8Array> | undefined>;
  write(path: FtpPath, mode: WriteMode): Promise<FtpUpload | undefined>;
}

/** One connection for data; both ends may fail at any byte. */
export interface FtpData {
  /** Ends where the sender ended it; throws where it was cut. */
  readonly incoming: AsyncIterable<Uint8Array>;
  send(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
  destroy(): void;
}

/** The connection of a session. */
export interface FtpLine {
  /** An address for PASV, or undefined where it has none (IPv6). */
  readonly ipv4: string | undefined;
  reply(code: number, text: string): void;
  /** As `reply`, with lines between the first and the last. */
  replyLines(code: number, first: string, lines: readonly string[], last: string): void;
  startTls(): Promise<void>;
  /** A port for one data connection from the same address; an earlier one is closed. */
  openPassive(): Promise<number>;
  /** The connection that came to it. */
  accept(isProtected: boolean): Promise<FtpData>;
  close(): void;
}

/** To one whose account has another password, was closed, or has lost its device or its tenant. */
export const REVOKED = "The account has changed: sign in again";

/** A refusal with its FTP code, RFC 959 §4.2. */
export class FtpRefusal extends Error {
  readonly code: number;
  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}
