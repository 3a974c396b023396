import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

/** Small pieces: the output of one piece is held at once, at most a thousand times its size. */
const PIECE_BYTES = 16 * 1024;

/** A gzip file unpacked as far as it can be: `damaged` is called where the rest is lost. */
export async function* gunzip(path: string, damaged: () => void): AsyncGenerator<Uint8Array> {
  const unpacker = createGunzip();
  let unpacked: Uint8Array[] = [];
  let isDamaged = false;
  // By events and not as a stream, which drops its buffer when it fails.
  unpacker.on("data", (bytes: Uint8Array) => unpacked.push(bytes));
  unpacker.on("error", () => {
    isDamaged = true;
  });
  const closed = once(unpacker, "close").catch(() => {});
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    await Promise.race([new Promise((resolve) => unpacker.write(piece, resolve)), closed]);
    yield* unpacked;
    unpacked = [];
    if (isDamaged) break;
  }
  unpacker.end();
  await closed;
  yield* unpacked;
  if (isDamaged) damaged();
}
