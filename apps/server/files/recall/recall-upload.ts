import { createHmac } from "node:crypto";
import { MAX_NAME_LENGTH } from "@canopy/contract/files/file-name";

/** The word that names the upload: the same at every try and in every process, and nowhere stored. */
export function uploadOf(secret: string, recallId: string): string {
  return createHmac("sha256", secret).update(`recall ${recallId}`).digest("base64url");
}

/** A card may have folders; a stored file has a plain name. */
export function safeName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
  const plain = name.replace(/[/\\\u0000-\u001f\u007f]/g, "_").slice(-MAX_NAME_LENGTH);
  return /^\.{0,2}$/.test(plain) ? "_" : plain;
}
