import { imageErrors } from "@canopy/contract/platform/image-errors";
import { IMAGE_MAX_BYTES, imageTypeOf } from "@canopy/contract/platform/images";
import { sendOrderPicture } from "@canopy/contract/work-orders/pictures";
import { api } from "../platform/api.ts";

/** Enough to read a label on a photograph. */
const MAX_EDGE_PX = 2048;
const JPEG_QUALITY = 0.85;

/** ACC-15: the pixels of a picture file, drawn anew: where and with what it was taken stays behind. */
export async function safePicture(file: Blob): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { code: string }> {
  if (file.size > IMAGE_MAX_BYTES) return { code: imageErrors.imageTooLarge.code };
  const type = imageTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (type === undefined) return { code: imageErrors.imageFormat.code };
  try {
    const canvas = drawn(await createImageBitmap(file));
    const exact = type === "image/jpeg" ? undefined : await encoded(canvas, "image/png");
    const blob = exact && exact.size <= IMAGE_MAX_BYTES ? exact : await encoded(canvas, "image/jpeg");
    return { bytes: new Uint8Array(await blob.arrayBuffer()) };
  } catch {
    return { code: imageErrors.imageFormat.code };
  }
}

function drawn(bitmap: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, MAX_EDGE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error("not encoded")));
    canvas.toBlob(done, type, JPEG_QUALITY);
  });
}

/** The id under which it is sent with an order or a remark. */
export async function sendPicture(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return (await api(sendOrderPicture, { body: bytes })).picture_id;
}
