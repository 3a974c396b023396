import { MAX_NAME_LENGTH } from "@canopy/contract/files/file-name";

const MOST_FOLDERS = 16;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const IMPOSSIBLE = /[\\\u0000-\u001f\u007f]/;

/** Folders below the root of an account, which is all that it can name: there is nothing above it. */
export type FtpPath = readonly string[];

/** Undefined: no name of a file or folder. */
export function resolvePath(current: FtpPath, named: string): FtpPath | undefined {
  if (IMPOSSIBLE.test(named) || !named.isWellFormed()) return undefined;
  const path = named.startsWith("/") ? [] : [...current];
  for (const part of named.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") path.pop();
    else path.push(part);
  }
  return path.length <= MOST_FOLDERS + 1 && path.every((part) => part.length <= MAX_NAME_LENGTH) ? path : undefined;
}

export const shown = (path: FtpPath): string => `/${path.join("/")}`;

/** As rows have it: the folders joined, and the name. */
export function splitPath(path: FtpPath): { folder: string; name: string } | undefined {
  const name = path.at(-1);
  return name === undefined ? undefined : { folder: path.slice(0, -1).join("/"), name };
}
