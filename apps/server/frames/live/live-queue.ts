import { LIVE_MAX_QUEUED_BYTES, type LiveNotice } from "@canopy/contract/frames/live";
import { LIVE_FRAMES_HEAD_BYTES, writeFramesHead } from "@canopy/contract/frames/live-binary";

/** The part of a `ws` socket used here. */
export interface QueueSocket {
  readonly bufferedAmount: number;
  send(data: Uint8Array | string, done: (error?: Error | null) => void): void;
}

interface QueuedMessage {
  readonly subscription: number;
  readonly message: Uint8Array;
  readonly frames: number;
  readonly atMs: number;
}

/** Bytes handed to the socket at once; the rest waits here, where the oldest can still be dropped. */
const SOCKET_BYTES = 128 * 1024;
/** Live data older than this is dropped: viewers want the present. */
const STALE_MS = 2000;

/**
 * Unsent data of one client: at most 1 MiB. A slow client gets the newest frames and the number of frames it missed;
 * other clients do not wait for it.
 */
export class LiveQueue {
  private readonly socket: QueueSocket;
  private readonly now: () => number;
  private readonly maxBytes: number;
  private readonly waiting: QueuedMessage[] = [];
  private waitingBytes = 0;
  private readonly missed = new Map<number, number>();
  private roomWaiters: (() => void)[] = [];
  private isClosed = false;
  /** When the socket last took something. */
  lastTakenMs: number;

  constructor(socket: QueueSocket, now: () => number, maxBytes = LIVE_MAX_QUEUED_BYTES) {
    this.socket = socket;
    this.now = now;
    this.maxBytes = maxBytes;
    this.lastTakenMs = now();
  }

  /** Socket and own memory together. */
  get bytes(): number {
    return this.waitingBytes + this.socket.bufferedAmount;
  }

  get isIdle(): boolean {
    return this.bytes === 0;
  }

  /** False: the client reads nothing and asks on; it has to go. */
  notice(notice: LiveNotice): boolean {
    if (this.bytes > this.maxBytes) return false;
    this.give(JSON.stringify(notice));
    return true;
  }

  batch(subscription: number, batch: Uint8Array, frames: number): void {
    const message = framesMessage(subscription, batch, false);
    this.waiting.push({ subscription, message, frames, atMs: this.now() });
    this.waitingBytes += message.length;
    this.pump();
    while (this.bytes > this.maxBytes && this.waiting.length > 0) this.drop();
  }

  /** Whether it was taken; the newest is offered again later. */
  status(message: Uint8Array): boolean {
    if (this.socket.bufferedAmount >= SOCKET_BYTES || this.bytes + message.length > this.maxBytes) return false;
    this.give(message);
    return true;
  }

  /** Frames of the store wait until there is room: they cannot be skipped. A closed client rejects. */
  async filled(subscription: number, batch: Uint8Array): Promise<void> {
    while (!this.isClosed && this.bytes >= SOCKET_BYTES) {
      await new Promise<void>((resolve) => this.roomWaiters.push(resolve));
    }
    if (this.isClosed) return;
    this.give(framesMessage(subscription, batch, true));
  }

  /** Nothing of this subscription is sent any more. */
  forget(subscription: number): void {
    this.missed.delete(subscription);
    const left = this.waiting.filter((one) => one.subscription !== subscription);
    this.waiting.splice(0, this.waiting.length, ...left);
    this.waitingBytes = left.reduce((sum, { message }) => sum + message.length, 0);
  }

  /** The connection is gone: releases the waiting writers. */
  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
    this.waitingBytes = 0;
    this.wakeWaiters();
  }

  private pump(): void {
    while (this.waiting.length > 0 && this.socket.bufferedAmount < SOCKET_BYTES) {
      const [first] = this.waiting;
      if (!first) return;
      if (this.waiting.length > 1 && this.now() - first.atMs > STALE_MS) {
        this.drop();
        continue;
      }
      this.waiting.shift();
      this.waitingBytes -= first.message.length;
      this.tellMissed(first.subscription);
      this.give(first.message);
    }
    if (this.waiting.length > 0) return;
    for (const subscription of [...this.missed.keys()]) this.tellMissed(subscription);
  }

  private drop(): void {
    const oldest = this.waiting.shift();
    if (!oldest) return;
    this.waitingBytes -= oldest.message.length;
    this.missed.set(oldest.subscription, (this.missed.get(oldest.subscription) ?? 0) + oldest.frames);
  }

  private tellMissed(subscription: number): void {
    const frames = this.missed.get(subscription);
    if (frames === undefined) return;
    this.missed.delete(subscription);
    this.give(JSON.stringify({ type: "missed", id: subscription, frames } satisfies LiveNotice));
  }

  private give(data: Uint8Array | string): void {
    this.socket.send(data, (error) => {
      if (error) return;
      this.lastTakenMs = this.now();
      this.pump();
      if (this.bytes < SOCKET_BYTES) this.wakeWaiters();
    });
  }

  private wakeWaiters(): void {
    const waiters = this.roomWaiters;
    this.roomWaiters = [];
    for (const go of waiters) go();
  }
}

function framesMessage(subscription: number, batch: Uint8Array, isFilled: boolean): Uint8Array {
  const message = Buffer.allocUnsafe(LIVE_FRAMES_HEAD_BYTES + batch.length);
  writeFramesHead(new DataView(message.buffer, message.byteOffset, LIVE_FRAMES_HEAD_BYTES), subscription, isFilled);
  message.set(batch, LIVE_FRAMES_HEAD_BYTES);
  return message;
}
