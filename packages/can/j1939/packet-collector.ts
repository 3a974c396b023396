import { BYTES_PER_PACKET, packetsOf } from "./transport-message.ts";

/** Packets of one message in their order. */
export class PacketCollector {
  readonly size: number;
  readonly packets: number;
  /** Sequence number awaited next. */
  next = 1;
  private readonly buffer: Uint8Array;

  constructor(size: number) {
    this.size = size;
    this.packets = packetsOf(size);
    this.buffer = new Uint8Array(this.packets * BYTES_PER_PACKET);
  }

  get isComplete(): boolean {
    return this.next > this.packets;
  }

  /** `gap`: a packet is missing before this one; `duplicate`: already had; `short`: no whole packet. */
  add(data: Uint8Array): "taken" | "gap" | "duplicate" | "short" {
    const sequence = data[0] ?? 0;
    if (data.length < 8 || sequence === 0) return "short";
    if (sequence !== this.next) return sequence < this.next ? "duplicate" : "gap";
    this.buffer.set(data.subarray(1, 8), (sequence - 1) * BYTES_PER_PACKET);
    this.next++;
    return "taken";
  }

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.size);
  }
}
