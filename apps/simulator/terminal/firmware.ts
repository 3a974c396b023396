import { createHash } from "node:crypto";
import { type Answer, done, refused, type TerminalRequest } from "./request.ts";

const MAX_BYTES = 64 * 1024 * 1024;

/** DEV-08: fetches the image, checks size and hash, and starts again with the new version. */
export async function installFirmware(
  params: { url: string; version: string; size: number; sha256: string },
  { id, terminal }: TerminalRequest,
): Promise<Answer> {
  if (params.size > MAX_BYTES) return refused("failed", "too large");
  terminal.publish("reply", { id, progress: { stage: "downloading", percent: 0 } });
  const image = await download(params.url);
  if (image === undefined) return refused("failed", "download");
  terminal.publish("reply", { id, progress: { stage: "verifying", percent: 60 } });
  if (image.length !== params.size) return refused("failed", "size");
  if (createHash("sha256").update(image).digest("hex") !== params.sha256) return refused("failed", "hash");
  terminal.firmwareVersion = params.version;
  terminal.reboot("firmware");
  return done();
}

async function download(url: string): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}
