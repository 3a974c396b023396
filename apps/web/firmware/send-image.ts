import { firmwareErrors } from "@canopy/contract/firmware/errors";
import {
  beginFirmwareImage,
  IMAGE_PIECE_BYTES,
  type newImage,
  sendFirmwarePiece,
} from "@canopy/contract/firmware/images";
import { CallError } from "@canopy/contract/platform/http-call";
import type { z } from "zod";
import { api } from "../platform/api.ts";

const TRIES = 5;
const PAUSE_MS = 1000;

/** Sends an image piece by piece; the same image again goes on where it was cut. */
export async function sendImage(
  body: z.input<typeof newImage>,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress(share: number): void },
): Promise<void> {
  let image = (await api(beginFirmwareImage, { body }, { signal })).data;
  for (let failures = 0; image.state === "receiving"; ) {
    const offset = image.received;
    onProgress(offset / Math.max(1, file.size));
    const piece = new Uint8Array(await file.slice(offset, offset + IMAGE_PIECE_BYTES).arrayBuffer());
    try {
      const params = { image_id: image.id };
      image = (await api(sendFirmwarePiece, { params, query: { offset }, body: piece }, { signal })).data;
      failures = 0;
    } catch (error) {
      const isLost =
        error instanceof CallError && (error.status === 0 || error.code === firmwareErrors.wrongOffset.code);
      failures += 1;
      if (!isLost || failures >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * failures));
      image = (await api(beginFirmwareImage, { body }, { signal })).data;
    }
  }
}

/** Undefined on a page without TLS, where the browser has no hash; it is typed then. */
export async function sha256Of(file: File): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
