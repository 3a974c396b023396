import { createHash } from "node:crypto";
import { statfs } from "node:fs/promises";
import { firmwareErrors } from "@canopy/contract/firmware/errors";
import { IMAGE_PIECE_BYTES } from "@canopy/contract/firmware/images";
import { systemCode } from "../../platform/engines/start-fault.ts";
import { type Files, writeWhole } from "../../platform/files/files.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { StoredImage } from "./image-store.ts";

/** Where the bytes lie. */
export interface ImagePlace {
  readonly files: Files;
  /** On the local disk; undefined: in a bucket. */
  readonly folder: string | undefined;
}

type Named = Pick<StoredImage, "tenantId" | "id" | "size">;

/** Free space left for the databases. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;
const READ_BYTES = 256 * 1024;

/** The piece's place in the image is its name: no list of pieces is needed to read or remove them. */
const nameOf = ({ tenantId, id }: Named, piece: number) => `firmware/${tenantId}/${id}/${piece}`;

/** Bytes of images, in pieces of one size. */
export class ImageContent {
  readonly #place: ImagePlace;

  constructor(place: ImagePlace) {
    this.#place = place;
  }

  async write(image: Named, offset: number, bytes: Uint8Array): Promise<void> {
    const { files, folder } = this.#place;
    if (folder !== undefined) {
      const disk = await statfs(folder);
      if (disk.bavail * disk.bsize < LEAST_FREE_BYTES + bytes.length) throw new ApiError(firmwareErrors.diskFull);
    }
    await writeWhole(files, nameOf(image, offset / IMAGE_PIECE_BYTES), bytes);
  }

  /** At least one byte, of one piece. */
  async read(image: Named, at: number, most: number): Promise<Uint8Array> {
    const piece = Math.floor(at / IMAGE_PIECE_BYTES);
    const from = at - piece * IMAGE_PIECE_BYTES;
    const length = Math.min(most, READ_BYTES, IMAGE_PIECE_BYTES - from, image.size - at);
    try {
      const bytes = await this.#place.files.read(nameOf(image, piece), from, length);
      if (bytes.length !== length) throw new ApiError(firmwareErrors.imageDamaged);
      return bytes;
    } catch (error) {
      throw systemCode(error) === "ENOENT" ? new ApiError(firmwareErrors.imageDamaged) : error;
    }
  }

  async *stream(image: Named, from: number, to: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = from; at < to; ) {
      const bytes = await this.read(image, at, to - at);
      at += bytes.length;
      yield bytes;
    }
  }

  async sha256(image: Named): Promise<string> {
    const hash = createHash("sha256");
    for await (const bytes of this.stream(image, 0, image.size)) hash.update(bytes);
    return hash.digest("hex");
  }

  async remove(image: Named): Promise<void> {
    const pieces = Math.ceil(image.size / IMAGE_PIECE_BYTES);
    for (let piece = 0; piece < pieces; piece++)
      await this.#place.files.remove(nameOf(image, piece), { isUnfinished: true });
  }
}
