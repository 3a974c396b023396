import type { FrameReader, PageAsked, ReadPage } from "../sources/frame-reader.ts";
import { type RangeCounts, rowsOf } from "../sources/list-shares.ts";
import type { ReadFrame } from "../table/table-frame.ts";

/** A frame of several devices is behind another by its time, then by the order of the devices, then by its own key. */
interface Behind {
  readonly device: number;
  readonly key: string;
  readonly timeUs: number;
}

/** `DEVICE/KEY`, and a key begins with the time. */
function behindOf(cursor: string): Behind {
  const [device = "0", key = ""] = cursor.split("/");
  return { device: Number(device), key, timeUs: Number(key.split(".")[0]) };
}

/** DEV-11: the stored frames of several devices as one list in the order of time. */
export function joinedReader(readers: readonly FrameReader[]): FrameReader {
  return {
    fromUs: Math.min(...readers.map(({ fromUs }) => fromUs)),
    toUs: Math.max(...readers.map(({ toUs }) => toUs)),
    async page(asked, signal) {
      const pages = await Promise.all(readers.map((reader, i) => reader.page(askedOf(asked, i), signal)));
      return mergedPage(pages, asked);
    },
    counts: async (signal) => summed(await Promise.all(readers.map((reader) => reader.counts(signal)))),
  };
}

/** Each device is asked for a whole page, so the first of them together are the first of all. */
function askedOf(asked: PageAsked, device: number): PageAsked {
  const { order, cursor, size } = asked;
  if (cursor === undefined) return asked;
  const behind = behindOf(cursor);
  if (behind.device === device) return { order, cursor: behind.key, size };
  const isLater = device > behind.device;
  // Of the same time: those of later devices come behind, those of earlier ones before.
  return { order, atUs: behind.timeUs + (isLater ? 0 : 1), size };
}

function mergedPage(pages: readonly ReadPage[], { order, size, cursor, atUs }: PageAsked): ReadPage {
  const all = pages
    .flatMap(({ list }, device) =>
      list.map((frame): ReadFrame => ({ ...frame, device, key: `${device}/${frame.key}` })),
    )
    .sort((a, b) => a.timeUs - b.timeUs || (a.device ?? 0) - (b.device ?? 0));
  const list = order === "newer" ? all.slice(0, size) : all.slice(-size);
  const isCut = all.length > size;
  const onward = isCut || pages.some((page) => (order === "newer" ? page.newer : page.older) !== null);
  const cameFrom = cursor !== undefined || atUs !== undefined;
  const [first, last] = [list[0]?.key ?? cursor ?? null, list.at(-1)?.key ?? cursor ?? null];
  return order === "newer"
    ? { list, newer: onward ? last : null, older: cameFrom ? first : null }
    : { list, older: onward ? first : null, newer: cameFrom ? last : null };
}

function summed(counts: readonly RangeCounts[]): RangeCounts {
  const startUs = Math.min(...counts.map((one) => one.startUs));
  const endUs = Math.max(...counts.map(({ startUs: from, bucketUs, frames }) => from + bucketUs * frames.length));
  const bucketUs = Math.max(1, Math.min(...counts.map((one) => one.bucketUs)));
  const frames = new Array<number>(Math.max(1, Math.ceil((endUs - startUs) / bucketUs))).fill(0);
  for (const one of counts) {
    for (const [i, count] of one.frames.entries()) {
      const place = Math.floor((one.startUs + (i + 0.5) * one.bucketUs - startUs) / bucketUs);
      frames[place] = (frames[place] ?? 0) + count;
    }
  }
  return { startUs, bucketUs, frames, total: counts.reduce((sum, one) => sum + rowsOf(one), 0) };
}
