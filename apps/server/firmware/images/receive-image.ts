import { firmwareManifest } from "@canopy/contract/device-link/firmware";
import { firmwareErrors } from "@canopy/contract/firmware/errors";
import { IMAGE_PIECE_BYTES, MAX_IMAGES, type newImage } from "@canopy/contract/firmware/images";
import { platformErrors } from "@canopy/contract/platform/errors";
import { sql } from "kysely";
import type { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ImageContent } from "./image-content.ts";
import * as store from "./image-store.ts";
import { publicKeyOf } from "./key-store.ts";
import { isSignedBy } from "./signing-key.ts";

export interface ImageServices {
  readonly db: Db;
  readonly content: ImageContent;
}

/** DEV-08: the signature covers version and hash, so that it is checked before the first byte comes. */
export async function beginImage(
  { db }: ImageServices,
  caller: Caller,
  asked: z.output<typeof newImage>,
): Promise<string> {
  const { version, size, sha256, signature } = asked;
  const { tenantId, userName } = caller;
  const baseVersion = baseOf(asked);
  const key = await publicKeyOf(db, tenantId, asked.key_id);
  if (!key) throw new ApiError(platformErrors.notFound);
  const manifest = firmwareManifest({ version, size, sha256, base_version: baseVersion ?? undefined });
  if (!isSignedBy(key, manifest, signature)) throw new ApiError(firmwareErrors.wrongSignature, { field: "signature" });
  const of = { tenantId, userName, version, size, sha256, baseVersion, signature };
  const { type: kind, description, file_name: fileName, key_id: keyId } = asked;
  const image = { ...of, kind, description, fileName, keyId };
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 73))`.execute(trx);
    const cut = await store.unfinishedImage(trx, image);
    if (cut !== undefined) return cut;
    if ((await store.countImages(trx, tenantId)) >= MAX_IMAGES)
      throw new ApiError(firmwareErrors.tooManyImages, { values: { limit: MAX_IMAGES } });
    const id = await store.insertImage(trx, image);
    if (id === undefined) throw new ApiError(firmwareErrors.versionTaken, { field: "version" });
    return id;
  });
}

function baseOf({ differential, version, base_version: base }: z.output<typeof newImage>): string | null {
  if (!differential) return null;
  if (base === undefined) throw new ApiError(firmwareErrors.baseEmpty, { field: "base_version" });
  if (base === version) throw new ApiError(firmwareErrors.baseSame, { field: "base_version" });
  return base;
}

/** A piece that is sent twice counts once; another content than was promised begins again. */
export async function takePiece(
  { db, content }: ImageServices,
  tenantId: string,
  { id, offset, bytes }: { id: string; offset: number; bytes: Uint8Array },
): Promise<void> {
  const ended = await db.transaction().execute(async (trx) => {
    const image = await store.lockImage(trx, tenantId, id);
    if (!image) throw new ApiError(platformErrors.notFound);
    const end = offset + bytes.length;
    if (image.state === "ready" || end <= image.received) return "kept";
    if (offset !== image.received || end !== Math.min(image.size, offset + IMAGE_PIECE_BYTES))
      throw new ApiError(firmwareErrors.wrongOffset, { values: { received: image.received } });
    await content.write(image, offset, bytes);
    const isWhole = end === image.size;
    if (isWhole && (await content.sha256(image)) !== image.sha256) {
      await store.setReceived(trx, image, 0, "receiving");
      return "wrong";
    }
    await store.setReceived(trx, image, end, isWhole ? "ready" : "receiving");
    return "kept";
  });
  if (ended === "wrong") throw new ApiError(firmwareErrors.wrongHash, { field: "file" });
}

/** The row goes when its bytes are gone: what fails is tried again. */
export async function removeImage({ db, content }: ImageServices, image: store.StoredImage): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await store.deleteImage(trx, image.tenantId, image.id))) return false;
    await content.remove(image);
    return true;
  });
}
