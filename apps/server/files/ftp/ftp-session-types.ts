import type { FtpPath } from "./ftp-path.ts";
import type { FtpFolder, FtpLine } from "./ftp-ports.ts";

/** State of one control connection. */
export interface FtpState {
  user: string | undefined;
  folder: FtpFolder | undefined;
  current: FtpPath;
  isSecure: boolean;
  /** PROT P: data is encrypted too. */
  isProtected: boolean;
  restAt: number;
  renameFrom: FtpPath | undefined;
  hasPassive: boolean;
  tries: number;
}

/** Of a session that has signed in. */
export interface FtpContext {
  readonly line: FtpLine;
  readonly folder: FtpFolder;
  readonly state: FtpState;
  readonly now: () => number;
}

export type FtpCommand = (context: FtpContext, argument: string) => Promise<void> | void;
