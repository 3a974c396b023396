import { CB1_DEFLATED, CB1_HEADER_BYTES, CB1_MAX_FRAME_BYTES } from "@canopy/can/frame/cb1";
import { readCb1Header } from "@canopy/can/frame/cb1-decode";

const FLAGS_AT = 3;

/** The same batch with a plain body; undefined for a broken one. A browser inflates only as a stream. */
export async function inflateCb1(message: Uint8Array): Promise<Uint8Array | undefined> {
  const header = readCb1Header(message);
  if (!header.ok) return undefined;
  if (!header.value.isDeflated) return message;
  const body = await inflate(message.slice(CB1_HEADER_BYTES), header.value.frames * CB1_MAX_FRAME_BYTES);
  if (!body) return undefined;
  const plain = new Uint8Array(CB1_HEADER_BYTES + body.length);
  plain.set(message.subarray(0, CB1_HEADER_BYTES));
  plain[FLAGS_AT] = (plain[FLAGS_AT] as number) & ~CB1_DEFLATED;
  plain.set(body, CB1_HEADER_BYTES);
  return plain;
}

async function inflate(body: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = new Blob([body]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > maxBytes) {
        await reader.cancel();
        return undefined;
      }
      chunks.push(value);
    }
  } catch {
    return undefined;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
