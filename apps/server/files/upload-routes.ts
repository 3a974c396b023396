import { fileErrors } from "@canopy/contract/files/errors";
import { LOCATION } from "@canopy/contract/files/file-name";
import {
  beginDeviceFile,
  beginUpload as beginUploadCall,
  LEAST_PIECE_BYTES,
  MOST_PIECE_BYTES,
  sendPiece,
  uploadProgress,
} from "@canopy/contract/files/uploads";
import type { ByteStream } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import { hashToken } from "../accounts/secrets.ts";
import type { DeviceIdentity } from "../devices/link/authenticate-device.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { publicRoute, type Route, route } from "../platform/http/route.ts";
import { fileOfUpload, type StoredFile } from "./file-store.ts";
import { beginUpload, type FileReceiver, type Received, type Receiving } from "./receive-file.ts";

interface UploadServices extends Receiving {
  readonly receiver: FileReceiver;
  readonly authenticate: (deviceId: string, key: string) => Promise<DeviceIdentity | undefined>;
}

/** FIL-01: files come in pieces; one that was cut goes on with its next byte. */
export function uploadRoutes(services: UploadServices): Route[] {
  const { db, receiver } = services;
  const found = async (upload: string): Promise<StoredFile> => {
    const file = await fileOfUpload(db, hashToken(upload));
    if (!file) throw new ApiError(fileErrors.uploadUnknown);
    return file;
  };
  return [
    publicRoute(beginDeviceFile, async ({ body }) => {
      const device = await services.authenticate(body.device_id, body.key);
      // Unknown and wrong alike.
      if (!device) throw new ApiError(fileErrors.deviceRefused);
      const { tenantId, thingsId } = device;
      const sender = { tenantId, thingsId, userId: null, source: "device", location: LOCATION.cloud } as const;
      const { name, size, sha256 = null } = body;
      const begun = await beginUpload(services, receiver, { ...sender, name, size, sha256 });
      if (!begun) throw new ApiError(fileErrors.nameTaken);
      return { data: begun };
    }),
    route(beginUploadCall, async ({ caller, params, body }) => {
      const { tenantId, userId, userName } = caller;
      const sender = { tenantId, userId, userName, source: "upload", location: LOCATION.cloud } as const;
      const { name, size, sha256 = null } = body;
      const wanted = { ...sender, thingsId: params.things_id, name, size, sha256 };
      const begun = await beginUpload(services, receiver, wanted);
      if (!begun) throw new ApiError(platformErrors.notFound);
      return { data: begun };
    }),
    publicRoute(sendPiece, async ({ params, query, body }) => {
      const file = await found(params.upload);
      if (body instanceof Uint8Array) throw new Error("the body is a stream");
      return { data: progressOf(await takePiece(receiver, file, query.offset, body, () => found(params.upload))) };
    }),
    publicRoute(uploadProgress, async ({ params }) => {
      const file = await found(params.upload);
      return { data: progressOf({ file, state: file.state }) };
    }),
  ];
}

async function takePiece(
  receiver: FileReceiver,
  file: StoredFile,
  offset: number,
  bytes: ByteStream,
  again: () => Promise<StoredFile>,
): Promise<Received> {
  const size = file.size ?? 0;
  if (file.state === "stored") return { file, state: "stored" };
  // Sent again after an answer that was lost: it is here.
  if (offset + (bytes.announcedBytes ?? size) <= file.received)
    return file.received === size ? receiver.finish(file) : { file, state: "receiving" };
  const requireNext = (length: number) => {
    if (offset !== file.received || offset + length > size) throw wrongOffset(file.received);
    if (length < LEAST_PIECE_BYTES && offset + length < size)
      throw new ApiError(fileErrors.pieceTooSmall, { values: { least: LEAST_PIECE_BYTES } });
  };
  requireNext(bytes.announcedBytes ?? size - offset);
  const { isTaken, end } = await taken(receiver, file, bytes, requireNext);
  const now = await again();
  // Another request has sent the same bytes meanwhile.
  if (!isTaken && now.received < end) throw wrongOffset(now.received);
  return now.received === size && now.state === "receiving" ? receiver.finish(now) : { file: now, state: now.state };
}

const wrongOffset = (received: number) => new ApiError(fileErrors.wrongOffset, { values: { received } });

/** Writes them as they come; `requireNext` throws where their number turns out to be wrong. */
async function taken(
  receiver: FileReceiver,
  file: StoredFile,
  bytes: ByteStream,
  requireNext: (length: number) => void,
): Promise<{ isTaken: boolean; end: number }> {
  const at = file.received;
  const next = await receiver.next(file, at, bytes.announcedBytes ?? MOST_PIECE_BYTES);
  try {
    for await (const chunk of bytes) await next.write(chunk);
    requireNext(next.size);
    return { isTaken: next.size === 0 || (await next.keep()), end: at + next.size };
  } catch (error) {
    await next.give();
    throw error;
  }
}

function progressOf({ file, state }: Received) {
  return { file_id: file.id, size: file.size ?? file.received, received: file.received, state };
}
