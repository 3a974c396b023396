import { z } from "zod";
import { imageErrors } from "./image-errors.ts";

/** ACC-15: of every picture that is sent: avatar, logo, picture of a work order. */
export const IMAGE_MAX_BYTES = 2_097_152;
/** What the file dialog offers; the content decides. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** By the first bytes; a name or a declared type proves nothing. Vector pictures can hold code: none of them is known. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const starts = (at: number, ...wanted: number[]) => wanted.every((byte, i) => bytes[at + i] === byte);
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (starts(0, 0xff, 0xd8, 0xff)) return "image/jpeg";
  if (starts(0, 0x47, 0x49, 0x46, 0x38) && (bytes[4] === 0x37 || bytes[4] === 0x39) && bytes[5] === 0x61)
    return "image/gif";
  if (starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)) return "image/webp";
  return undefined;
}

const DATA_URL = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/]+={0,2})$/;
const BASE64_MAX = Math.ceil(IMAGE_MAX_BYTES / 3) * 4;
/** Of the text of a picture of the allowed size. */
const DATA_URL_MAX = BASE64_MAX + 32;

/** What is wrong with a picture as text, by its error code; undefined: nothing. */
function faultOf(text: string): string | undefined {
  const [, declared, base64 = ""] = DATA_URL.exec(text) ?? [];
  if (declared === undefined) return imageErrors.imageFormat.code;
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  if ((base64.length / 4) * 3 - padding > IMAGE_MAX_BYTES) return imageErrors.imageTooLarge.code;
  const head = Uint8Array.from(atob(base64.slice(0, 16)), (letter) => letter.charCodeAt(0));
  return imageTypeOf(head) === declared ? undefined : imageErrors.imageFormat.code;
}

/** A picture as `data:` text, as profiles carry it; empty: none. */
export const pictureText = z
  .string()
  .max(DATA_URL_MAX, imageErrors.imageTooLarge.code)
  .superRefine((text, context) => {
    if (text === "" || text.length > DATA_URL_MAX) return;
    const fault = faultOf(text);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  });
