import { basename } from "node:path";

/** A file that a logger has left. */
export interface FoundFile {
  /** Below the inbox of the tenant. */
  readonly path: string;
  readonly size: number;
  /** Another one with every change. */
  readonly version: string;
}

/** The inboxes of all tenants: a folder, or a prefix of a bucket. */
export interface InboxPlace {
  /** So that somebody can put files there. */
  prepare(tenantId: string): Promise<void>;
  list(tenantId: string): AsyncIterable<FoundFile>;
  /** Undefined: it is gone. */
  look(tenantId: string, path: string): Promise<FoundFile | undefined>;
  /** Fewer bytes only where it ends. */
  read(tenantId: string, path: string, offset: number, length: number): Promise<Uint8Array>;
  remove(tenantId: string, path: string): Promise<void>;
  close(): Promise<void>;
}

const UNFINISHED = /(\.(part|partial|filepart|tmp|crdownload)|~)$/i;

/** Names that copying programs use until a file is whole, and those that no file manager shows. */
export const isIgnored = (path: string): boolean =>
  path.split("/").some((name) => name.startsWith(".")) || UNFINISHED.test(basename(path)) || path.endsWith("/");
