import type { Bus } from "../../platform/bus/bus.ts";
import { type LiveBatch, ofChannels, unpackBatch } from "./live-batch.ts";
import { framesSubject } from "./live-subjects.ts";

export interface FeedWatch {
  readonly bindingNumber: number;
  /** Undefined: all. */
  readonly channels: readonly number[] | undefined;
  onBatch(batch: LiveBatch): void;
}

interface Topic {
  readonly watches: Set<FeedWatch>;
  readonly stop: () => void;
}

/** Batches from the bus to the sessions of this process: one subscription of the bus per terminal. */
export class LiveFeed {
  private readonly bus: Bus;
  private readonly topics = new Map<number, Topic>();

  constructor(bus: Bus) {
    this.bus = bus;
  }

  watch(watch: FeedWatch): () => void {
    const { bindingNumber } = watch;
    const topic = this.topics.get(bindingNumber) ?? this.open(bindingNumber);
    topic.watches.add(watch);
    return () => {
      topic.watches.delete(watch);
      if (topic.watches.size > 0 || this.topics.get(bindingNumber) !== topic) return;
      topic.stop();
      this.topics.delete(bindingNumber);
    };
  }

  private open(bindingNumber: number): Topic {
    const watches = new Set<FeedWatch>();
    const stop = this.bus.subscribe(framesSubject(bindingNumber), (message) => tell(watches, message));
    const topic = { watches, stop };
    this.topics.set(bindingNumber, topic);
    return topic;
  }
}

function tell(watches: ReadonlySet<FeedWatch>, message: Uint8Array): void {
  const live = unpackBatch(message);
  if (!live) return;
  // Many sessions watch the same channels: their message is built once.
  const made = new Map<string, LiveBatch | undefined>();
  for (const watch of watches) {
    const batch = watch.channels === undefined ? live : part(live, watch.channels, made);
    if (batch) watch.onBatch(batch);
  }
}

function part(
  live: LiveBatch,
  channels: readonly number[],
  made: Map<string, LiveBatch | undefined>,
): LiveBatch | undefined {
  const key = channels.join();
  if (!made.has(key)) made.set(key, ofChannels(live, new Set(channels)));
  return made.get(key);
}
