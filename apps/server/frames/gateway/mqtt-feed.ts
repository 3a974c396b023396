export type FeedResult =
  | { readonly kind: "packet"; readonly bytes: Buffer }
  | { readonly kind: "incomplete" }
  | { readonly kind: "broken"; readonly problem: "length" | "tooLarge" };

const INCOMPLETE = { kind: "incomplete" } as const;
/** [MQTT-2.2.3, v5 1.5.5] the remaining length has at most four bytes. */
const MAX_LENGTH_BYTES = 4;
const PACKET_PINGREQ = 12;

/**
 * Cuts the bytes of a connection into whole control packets, and knows the size of each before it is read: the parser
 * of `mqtt-packet` would collect whatever a length promises.
 */
export class PacketFeed {
  private parts: Buffer[] = [];
  private held = 0;
  /** Bytes of the packet at the head, once its length is known. */
  private wanted = 0;
  /** Up to here, where a packet begins, PINGREQs were looked for. */
  private lookedAt = 0;
  maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.parts.push(chunk);
    this.held += chunk.length;
  }

  /** Bytes that were not taken yet. */
  get size(): number {
    return this.held;
  }

  /** The type of the packet at the head, before it is whole. */
  get nextType(): number | undefined {
    const first = this.byteAt(0);
    return first === undefined ? undefined : first >> 4;
  }

  next(): FeedResult {
    if (this.wanted === 0) {
      const length = this.lengthAt(0);
      if (typeof length !== "number") return length;
      this.wanted = length;
    }
    if (this.held < this.wanted) return INCOMPLETE;
    const bytes = this.take(this.wanted);
    this.wanted = 0;
    return { kind: "packet", bytes };
  }

  /** How many PINGREQs wait that no earlier call has counted; they stay where they are. */
  countPings(): number {
    let pings = 0;
    for (;;) {
      const length = this.lengthAt(this.lookedAt);
      if (typeof length !== "number") return pings;
      if ((this.byteAt(this.lookedAt) ?? 0) >> 4 === PACKET_PINGREQ) pings++;
      this.lookedAt += length;
    }
  }

  /** Bytes of the packet that begins there. */
  private lengthAt(start: number): number | Exclude<FeedResult, { kind: "packet" }> {
    let remaining = 0;
    for (let at = 1; at <= MAX_LENGTH_BYTES; at++) {
      const byte = this.byteAt(start + at);
      if (byte === undefined) return INCOMPLETE;
      remaining += (byte & 0x7f) * 128 ** (at - 1);
      if (remaining > this.maxBytes) return { kind: "broken", problem: "tooLarge" };
      if (byte & 0x80) continue;
      const length = 1 + at + remaining;
      // The limit counts the whole packet [v5 3.1.2.11.4].
      return length > this.maxBytes ? { kind: "broken", problem: "tooLarge" } : length;
    }
    return { kind: "broken", problem: "length" };
  }

  private byteAt(index: number): number | undefined {
    let at = index;
    for (const part of this.parts) {
      if (at < part.length) return part[at];
      at -= part.length;
    }
    return undefined;
  }

  private take(count: number): Buffer {
    const [first] = this.parts;
    if (first === undefined || first.length < count) this.parts = [Buffer.concat(this.parts, this.held)];
    const whole = this.parts[0] ?? Buffer.alloc(0);
    if (whole.length === count) this.parts.shift();
    else this.parts[0] = whole.subarray(count);
    this.held -= count;
    this.lookedAt = Math.max(0, this.lookedAt - count);
    return whole.subarray(0, count);
  }
}
