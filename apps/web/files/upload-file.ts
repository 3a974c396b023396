import { fileErrors } from "@canopy/contract/files/errors";
import { beginUpload, PIECE_BYTES, sendPiece, uploadProgress } from "@canopy/contract/files/uploads";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { CallError } from "@canopy/contract/platform/http-call";
import { api } from "../platform/api.ts";

type Begun = Reply<typeof beginUpload>["data"];
type Ended = Exclude<Begun["state"], "receiving">;

const TRIES = 5;
const PAUSE_MS = 1000;

interface UploadOptions {
  readonly signal: AbortSignal;
  onProgress(share: number): void;
}

export const newFileOf = (file: File) => ({ name: file.name.slice(-255), size: file.size });

export async function uploadFile(thingsId: string, file: File, options: UploadOptions): Promise<Ended> {
  const { signal } = options;
  const body = newFileOf(file);
  return sendPieces(
    (await api(beginUpload, { params: { things_id: thingsId }, body }, { signal })).data,
    file,
    options,
  );
}

/** Sends a file piece by piece; a piece whose answer was lost is sent again from where the server is. */
export async function sendPieces(begun: Begun, file: File, { signal, onProgress }: UploadOptions): Promise<Ended> {
  const params = { upload: begun.upload };
  let { received, state } = begun;
  for (let failures = 0; state === "receiving"; ) {
    onProgress(received / Math.max(1, file.size));
    const piece = new Uint8Array(await file.slice(received, received + PIECE_BYTES).arrayBuffer());
    try {
      ({ received, state } = (
        await api(sendPiece, { params, query: { offset: received }, body: piece }, { signal })
      ).data);
      failures = 0;
    } catch (error) {
      const isLost = error instanceof CallError && (error.status === 0 || error.code === fileErrors.wrongOffset.code);
      failures += 1;
      if (!isLost || failures >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * failures));
      ({ received, state } = (await api(uploadProgress, { params }, { signal })).data);
    }
  }
  return state;
}
