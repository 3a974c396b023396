import type { Frame } from "@canopy/can/frame/frame";
import type { FrameStore } from "../../frames/store/frame-store.ts";
import { flagsOf, type PageBatch } from "./page-batch.ts";
import { batchOfTraffic, type Traffic } from "./traffic.ts";

type Content = Pick<Frame, "timeUs" | "channel" | "id" | "flags" | "size" | "data">;

/** A frame as a text to compare by: everything of it that a reader can see. */
const frameText = ({ timeUs, channel, id, flags, size, data }: Content): string =>
  [timeUs, channel, id, flags, size, Buffer.from(data).toString("hex")].join(" ");

/** The frames of a batch as the store should hold them. */
const expectedTexts = ({ frames }: PageBatch): string[] =>
  frames.map((frame) => frameText({ ...frame, flags: flagsOf(frame) }));

export interface Comparison {
  readonly frames: number;
  /** Empty: everything is there, once, byte for byte, in order, and counted. */
  readonly faults: readonly string[];
}

const MOST_FAULTS = 5;
const ALL_TIMES = { fromUs: 0, toUs: 2 ** 51 } as const;

/** Frame by frame: what a terminal sent in batches 0 … made - 1 against what the store has of it. */
export async function compareFrames(
  store: FrameStore,
  bindingNumber: number,
  traffic: Traffic,
  made: number,
): Promise<Comparison> {
  const sent = Array.from({ length: made }, (_, sequence) => expectedTexts(batchOfTraffic(traffic, sequence))).flat();
  const stored: string[] = [];
  for await (const batch of store.stream({ bindingNumber, ...ALL_TIMES, filter: {} }))
    for (let i = 0; i < batch.length; i += 1) stored.push(frameText(batch.at(i)));
  const faults = [
    ...differences(sent, stored),
    ...orderProblems(traffic, sent, stored),
    ...(await wrongCounts(store, bindingNumber, stored.length)),
  ];
  return { frames: stored.length, faults: faults.slice(0, MOST_FAULTS) };
}

function differences(sent: readonly string[], stored: readonly string[]): string[] {
  const missing = new Map<string, number>();
  for (const text of sent) missing.set(text, (missing.get(text) ?? 0) + 1);
  const faults: string[] = [];
  for (const text of stored) {
    const count = missing.get(text);
    if (count === undefined) faults.push(`nobody sent ${text}`);
    else if (count === 0) faults.push(`once too often ${text}`);
    else missing.set(text, count - 1);
  }
  for (const [text, count] of missing) if (count > 0) faults.push(`lost ${text}`);
  return faults;
}

/** Batches of a day follow each other in time, so its frames stand as they were sent; at midnight batches overlap. */
function orderProblems({ times }: Traffic, sent: readonly string[], stored: readonly string[]): string[] {
  const isWrong =
    times === "day"
      ? (text: string, i: number) => text !== sent[i]
      : (text: string, i: number) => i > 0 && Number.parseInt(text, 10) < Number.parseInt(stored[i - 1] ?? "", 10);
  const at = stored.findIndex(isWrong);
  return at === -1 ? [] : [`out of order: frame ${at}, ${stored[at]}`];
}

async function wrongCounts(store: FrameStore, bindingNumber: number, frames: number): Promise<string[]> {
  const days = await store.usage.daysOf(bindingNumber);
  const counts = {
    count: await store.count({ bindingNumber, ...ALL_TIMES, filter: {} }),
    extent: (await store.extent(bindingNumber)).frames,
    "usage of days": days.reduce((sum, day) => sum + day.frames, 0),
  };
  return Object.entries(counts).flatMap(([what, counted]) =>
    counted === frames ? [] : [`${what} says ${counted} of ${frames} frames`],
  );
}
