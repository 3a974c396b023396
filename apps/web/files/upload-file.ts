import { fileErrors } from "@canopy/contract/files/errors";
import { beginUpload, PIECE_BYTES, sendPiece, uploadProgress } from "@canopy/contract/files/uploads";
import { CallError } from "@canopy/contract/platform/client";
import { api } from "../platform/api.ts";

const TRIES = 5;
const PAUSE_MS = 1000;

/** Sends a file piece by piece; a piece whose answer was lost is sent again from where the server is. */
export async function uploadFile(
  thingsId: string,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress(share: number): void },
): Promise<"stored" | "repeated"> {
  const body = { name: file.name.slice(-255), size: file.size };
  const begun = (await api(beginUpload, { params: { things_id: thingsId }, body }, { signal })).data;
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
