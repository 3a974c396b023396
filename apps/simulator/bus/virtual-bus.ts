import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_FD, type Frame } from "@canopy/can/frame/frame";
import type { Random } from "../world/random.ts";
import type { MessageSource } from "./message-source.ts";

/** Something that hears the bus and speaks on it: an ECU, the tester of the terminal. */
export interface BusNode {
  readonly channel: number;
  receive(frame: Frame, nowUs: number): Frame[];
  tick(nowUs: number): Frame[];
}

interface Timed {
  source: MessageSource;
  dueUs: number;
}

/** A node that answers itself for ever would stop the clock. */
const MAX_EXCHANGE = 20_000;

/** All channels of a vehicle: cyclic messages with a little jitter, and nodes that talk to each other. */
export class VirtualBus {
  private readonly nodes: BusNode[] = [];
  private readonly timed: Timed[];
  private readonly random: Random;
  private readonly cycleScale: number;
  private readonly freeAtUs = new Map<number, number>();
  private outgoing: { frame: Frame; from: BusNode | null }[] = [];
  /** Frames whose time has not come yet. */
  private waiting: Frame[] = [];

  constructor(sources: readonly MessageSource[], random: Random, startUs: number, cycleScale = 1) {
    this.random = random;
    this.cycleScale = cycleScale;
    this.timed = sources.map((source) => ({
      source,
      dueUs: startUs + Math.floor(random.next() * source.cycleUs * cycleScale),
    }));
  }

  attach(node: BusNode): void {
    this.nodes.push(node);
  }

  /** Goes out with the next slice. */
  send(frame: Frame, from: BusNode | null = null): void {
    this.outgoing.push({ frame, from });
  }

  /** Time went by unseen: nothing is made up for it. */
  skip(toUs: number): void {
    this.waiting = [];
    for (const timed of this.timed) {
      timed.dueUs = toUs + Math.floor(this.random.next() * timed.source.cycleUs * this.cycleScale);
    }
  }

  /** Time went by and the messages with it, but nobody listened: they go on behind the frames that were not made. */
  pass(toUs: number): void {
    for (const timed of this.timed) {
      const cycleUs = timed.source.cycleUs * this.cycleScale;
      const frames = Math.max(0, Math.ceil((toUs - timed.dueUs) / cycleUs));
      timed.source.pass(frames);
      timed.dueUs += frames * cycleUs;
    }
  }

  /** Appends the frames from `fromUs` until `untilUs` to `into`, in order of time. */
  slice(fromUs: number, untilUs: number, into: FrameBatch): void {
    this.cyclic(untilUs);
    for (const node of this.nodes) for (const frame of node.tick(fromUs)) this.send(frame, node);
    this.exchange(fromUs, untilUs);
    const due = this.arbitrate(untilUs);
    due.sort((a, b) => a.timeUs - b.timeUs);
    for (const frame of due) into.pushFrame(frame);
  }

  private cyclic(untilUs: number): void {
    for (const timed of this.timed) {
      while (timed.dueUs < untilUs) {
        // Never early, so that jitter keeps the order within a message.
        this.waiting.push(timed.source.frame(timed.dueUs + this.random.whole(0, 400)));
        timed.dueUs += timed.source.cycleUs * this.cycleScale;
      }
    }
  }

  /** Requests and answers of the nodes until all are silent, or the slice is over: then they go on in the next one. */
  private exchange(fromUs: number, untilUs: number): void {
    let nowUs = fromUs;
    for (let count = 0; this.outgoing.length > 0 && count < MAX_EXCHANGE && nowUs < untilUs; count++) {
      const { frame, from } = this.outgoing.shift() ?? {};
      if (frame === undefined) break;
      nowUs += durationUs(frame);
      this.waiting.push({ ...frame, timeUs: nowUs });
      for (const node of this.nodes) {
        if (node === from || node.channel !== frame.channel) continue;
        for (const answer of node.receive(frame, nowUs)) this.send(answer, node);
      }
    }
  }

  /**
   * A channel carries one frame at a time: frames that arrive while it is busy wait, the smaller identifier goes first.
   */
  private arbitrate(untilUs: number): Frame[] {
    this.waiting.sort((a, b) => a.timeUs - b.timeUs || a.id - b.id);
    const due: Frame[] = [];
    const late: Frame[] = [];
    for (const frame of this.waiting) {
      frame.timeUs = Math.max(frame.timeUs, this.freeAtUs.get(frame.channel) ?? 0);
      if (frame.timeUs >= untilUs) late.push(frame);
      else {
        this.freeAtUs.set(frame.channel, frame.timeUs + durationUs(frame));
        due.push(frame);
      }
    }
    this.waiting = late;
    return due;
  }
}

/** Near enough: 500 kbit/s, and 2 Mbit/s in the data phase of FD. */
function durationUs(frame: Frame): number {
  const overhead = frame.flags & FLAG_FD ? 70 : 110;
  return overhead + frame.size * (frame.flags & FLAG_FD ? 5 : 18);
}
