import { imageErrors } from "@canopy/contract/platform/image-errors";
import { IMAGE_MAX_BYTES, imageTypeOf } from "@canopy/contract/platform/images";

/** As large as any place shows it, twice. */
const SIDE_PX = 256;

/** ACC-15: a picture file as a small square; its error code where it is none, or too large. */
export async function cropPicture(file: Blob): Promise<{ picture: string } | { code: string }> {
  if (file.size > IMAGE_MAX_BYTES) return { code: imageErrors.imageTooLarge.code };
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  if (imageTypeOf(head) === undefined) return { code: imageErrors.imageFormat.code };
  try {
    return { picture: squareOf(await createImageBitmap(file)) };
  } catch {
    return { code: imageErrors.imageFormat.code };
  }
}

function squareOf(bitmap: ImageBitmap): string {
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  canvas.getContext("2d")?.drawImage(bitmap, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX);
  bitmap.close();
  return canvas.toDataURL("image/webp", 0.85);
}
