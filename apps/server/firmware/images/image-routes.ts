import { Readable } from "node:stream";
import { firmwareErrors } from "@canopy/contract/firmware/errors";
import * as calls from "@canopy/contract/firmware/images";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { ByteRange } from "../../platform/http/byte-range.ts";
import { type AskedPart, type HttpReply, publicRoute, type Route, route } from "../../platform/http/route.ts";
import { sendPart } from "../../platform/http/send-part.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { readFirmwareLink } from "./firmware-link.ts";
import type { ImageContent } from "./image-content.ts";
import * as store from "./image-store.ts";
import { beginImage, type ImageServices, removeImage, takePiece } from "./receive-image.ts";

export interface ImageRouteServices extends ImageServices {
  readonly secret: string;
  readonly now: () => number;
}

/** DEV-08 */
export function imageRoutes(services: ImageRouteServices): Route[] {
  const { db, content, secret, now } = services;
  return [
    route(calls.listFirmwareImages, async ({ caller, query }) => {
      const { current_page, page_size, ...filter } = query;
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await store.listImages(db, caller.tenantId, { ...filter, ...page });
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.beginFirmwareImage, async ({ caller, body }) => ({
      data: await described(db, caller.tenantId, await beginImage(services, caller, body)),
    })),
    route(calls.sendFirmwarePiece, async ({ caller, params, query, body }) => {
      await takePiece(services, caller.tenantId, { id: params.image_id, offset: query.offset, bytes: body });
      return { data: await described(db, caller.tenantId, params.image_id) };
    }),
    route(calls.deleteFirmwareImage, async ({ caller, params, language }) => {
      const image = await store.findImage(db, caller.tenantId, params.image_id);
      if (!image) throw new ApiError(platformErrors.notFound);
      if (!(await removeImage(services, image))) throw new ApiError(firmwareErrors.imageInUse);
      return { message: DELETED[language] };
    }),
    publicRoute(calls.followFirmwareLink, async ({ params, part }) => {
      const linked = readFirmwareLink(secret, params.ticket, now());
      const image = linked && (await store.findImage(db, linked.tenantId, linked.imageId));
      if (image?.state !== "ready") throw new ApiError(firmwareErrors.linkInvalid);
      return sendImage(content, image, part);
    }),
  ];
}

async function described(db: Db, tenantId: string, id: string) {
  const image = await store.describeImage(db, tenantId, id);
  if (!image) throw new ApiError(platformErrors.notFound);
  return image;
}

/** The hash is the version of the content. */
function sendImage(content: ImageContent, image: store.StoredImage, part: AskedPart): Promise<HttpReply<unknown>> {
  const open = async ({ from, to }: ByteRange) => {
    const first = await content.read(image, from, to - from);
    async function* chunks(): AsyncGenerator<Uint8Array, void, undefined> {
      yield first;
      yield* content.stream(image, from + first.length, to);
    }
    return Readable.from(chunks(), { objectMode: false });
  };
  return sendPart({ size: image.size, etag: `"${image.sha256}"`, open }, part);
}
