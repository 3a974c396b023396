import { readCb1Header } from "@canopy/can/frame/cb1-decode";
import type { Uplink } from "../link/uplink.ts";
import type { Outbox } from "./outbox.ts";

/** Unacknowledged batches at a time, below the server's receive maximum. */
const WINDOW = 16;

/** Moves batches from the outbox to the link, and acknowledgements back. */
export class Forwarder {
  framesAcknowledged = 0;
  private readonly outbox: Outbox;
  private readonly nowMs: () => number;
  private link: Uplink | null = null;
  private underway = 0;

  constructor(outbox: Outbox, nowMs: () => number) {
    this.outbox = outbox;
    this.nowMs = nowMs;
  }

  attach(link: Uplink): void {
    this.link = link;
  }

  online(): void {
    this.underway = 0;
    this.pump();
  }

  offline(): void {
    this.underway = 0;
    this.outbox.rewind();
  }

  /** Hands the link as many batches as may be under way. */
  pump(): void {
    while (this.link?.isOnline && this.underway < WINDOW) {
      const batch = this.outbox.take();
      if (batch === undefined) return;
      this.underway++;
      this.link.publish("frames", batch.bytes, (delivery) => {
        // `offline` has put it back already.
        if (delivery === "lost") return;
        this.underway--;
        if (delivery === "refused") this.outbox.refuse(this.outbox.epoch, batch.sequence);
        else this.framesAcknowledged += framesOf(batch.bytes);
        this.outbox.acknowledge(batch.sequence, this.nowMs());
        this.pump();
      });
    }
  }
}

function framesOf(cb1: Uint8Array): number {
  const header = readCb1Header(cb1);
  return header.ok ? header.value.frames : 0;
}
