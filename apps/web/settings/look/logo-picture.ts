import { imageErrors } from "@canopy/contract/platform/image-errors";
import { IMAGE_MAX_BYTES, imageTypeOf } from "@canopy/contract/platform/images";

/** Twice as large as any place shows it. */
const MAX_WIDTH_PX = 480;
const MAX_HEIGHT_PX = 96;

/** NAV-08: the pixels of a picture file, drawn anew: nothing else of the file is kept. */
export async function logoPicture(file: Blob): Promise<{ picture: string } | { code: string }> {
  if (file.size > IMAGE_MAX_BYTES) return { code: imageErrors.imageTooLarge.code };
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  if (imageTypeOf(head) === undefined) return { code: imageErrors.imageFormat.code };
  try {
    return { picture: drawn(await createImageBitmap(file)) };
  } catch {
    return { code: imageErrors.imageFormat.code };
  }
}

function drawn(bitmap: ImageBitmap): string {
  const scale = Math.min(1, MAX_WIDTH_PX / bitmap.width, MAX_HEIGHT_PX / bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL("image/png");
}
