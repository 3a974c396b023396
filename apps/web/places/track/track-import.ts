import { type ReadPositionFile, readPositionFile } from "@canopy/can/gps/position-file";
import { importTrack, readTrack } from "@canopy/contract/places/tracks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";

/** A chosen file: read here for the preview, and by the server when it is stored. */
export function useTrackFile(file: File) {
  return useQuery({
    queryKey: ["places.trackFile", file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => readInTurns(file, signal),
    retry: false,
    gcTime: 0,
    structuralSharing: false,
  });
}

/** The page stays alive at the pauses of the reader. */
async function readInTurns(file: File, signal: AbortSignal): Promise<ReadPositionFile> {
  const work = readPositionFile(new Uint8Array(await file.arrayBuffer()), Date.now());
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
}

export function useStoreTrack(thingsId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const body = new Uint8Array(await file.arrayBuffer());
      return (await api(importTrack, { params: { things_id: thingsId }, body })).data;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [readTrack.name, thingsId] }),
  });
}
