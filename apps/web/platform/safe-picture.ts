import { imageErrors } from "@canopy/contract/platform/image-errors";
import { IMAGE_MAX_BYTES, imageTypeOf } from "@canopy/contract/platform/images";

/** Enough to read a label on a photograph. */
const MAX_EDGE_PX = 2048;
const JPEG_QUALITY = 0.85;

/** Smaller ones show nothing. */
const MIN_EDGE_PX = 256;

export interface SafePicture {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** ACC-15: the pixels of a picture file, drawn anew: where and with what it was taken stays behind. Too large, it is drawn smaller. */
export async function safePicture(file: Blob, maxBytes = IMAGE_MAX_BYTES): Promise<SafePicture | { code: string }> {
  if (file.size > IMAGE_MAX_BYTES) return { code: imageErrors.imageTooLarge.code };
  const type = imageTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (type === undefined) return { code: imageErrors.imageFormat.code };
  try {
    const bitmap = await createImageBitmap(file);
    let blob = await encodedAt(bitmap, MAX_EDGE_PX, type, maxBytes);
    for (let edge = MAX_EDGE_PX / 2; blob.size > maxBytes && edge >= MIN_EDGE_PX; edge /= 2)
      blob = await encodedAt(bitmap, edge, type, maxBytes);
    bitmap.close();
    return { type: blob.type, bytes: new Uint8Array(await blob.arrayBuffer()) };
  } catch {
    return { code: imageErrors.imageFormat.code };
  }
}

async function encodedAt(bitmap: ImageBitmap, edgePx: number, type: string, maxBytes: number): Promise<Blob> {
  const canvas = drawn(bitmap, edgePx);
  const exact = type === "image/jpeg" ? undefined : await encoded(canvas, "image/png");
  return exact && exact.size <= maxBytes ? exact : encoded(canvas, "image/jpeg");
}

function drawn(bitmap: ImageBitmap, edgePx: number): HTMLCanvasElement {
  const scale = Math.min(1, edgePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error("not encoded")));
    canvas.toBlob(done, type, JPEG_QUALITY);
  });
}
