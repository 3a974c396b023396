import type { Readable } from "node:stream";
import { type ByteStream, streamBody } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { FastifyRequest } from "fastify";
import { ApiError } from "./api-error.ts";

/** A body of bytes: whole, or as a stream where the endpoint declares one; never more than its limit. */
export async function readBytes(request: FastifyRequest, payload: Readable): Promise<Uint8Array | ByteStream> {
  const { config, bodyLimit: limit = 0 } = request.routeOptions;
  const header = request.headers["content-length"];
  const announcedBytes = header === undefined ? undefined : Number(header);
  const isTooLarge = announcedBytes !== undefined && announcedBytes > limit;
  if (isTooLarge) throw new ApiError(platformErrors.bodyTooLarge, { values: { limit } });
  const bytes = limited(payload, limit);
  if (config.endpoint?.body === streamBody) return { announcedBytes, [Symbol.asyncIterator]: () => bytes };
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* limited(payload: Readable, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  let read = 0;
  for await (const chunk of payload) {
    read += chunk.length;
    if (read > limit) throw new ApiError(platformErrors.bodyTooLarge, { values: { limit } });
    yield chunk;
  }
}
