import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** A zip as a reader that is not ours finds it: its files in their order. */
export async function unzip(zip: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const opened = await fromBufferPromise(zip, { lazyEntries: true });
  const files = [];
  for await (const entry of opened.eachEntry())
    files.push({ name: entry.fileName, content: await buffer(await opened.openReadStreamPromise(entry)) });
  return files;
}
