import fc from "fast-check";
import { generate } from "mqtt-packet";
import { describe, expect, it } from "vitest";
import { PacketFeed } from "./mqtt-feed.ts";
import { parsePacket } from "./mqtt-parse.ts";

function drain(feed: PacketFeed): Buffer[] {
  const packets: Buffer[] = [];
  for (let fed = feed.next(); fed.kind === "packet"; fed = feed.next()) packets.push(fed.bytes);
  return packets;
}

function publish(messageId: number, payload: Uint8Array): Buffer {
  return generate({
    cmd: "publish",
    qos: 1,
    dup: false,
    retain: false,
    topic: "t",
    messageId,
    payload: Buffer.from(payload),
  });
}

const PINGREQ = generate({ cmd: "pingreq" });

describe("the packet feed", () => {
  it("gives the same packets however the bytes are cut [DEV-12]", () => {
    const payloads = fc.array(fc.uint8Array({ maxLength: 400 }), { minLength: 1, maxLength: 8 });
    const cuts = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(payloads, cuts, (all, sizes) => {
        const packets = all.map((payload, at) => publish(at + 1, payload));
        const stream = Buffer.concat(packets);
        const feed = new PacketFeed(1024);
        const out: Buffer[] = [];
        for (let at = 0, cut = 0; at < stream.length; cut++) {
          const size = sizes[cut % sizes.length] ?? 1;
          feed.push(stream.subarray(at, at + size));
          at += size;
          out.push(...drain(feed));
        }
        expect(out.map((packet) => packet.toString("hex"))).toEqual(packets.map((packet) => packet.toString("hex")));
      }),
    );
  });

  it("counts each PINGREQ once, ahead of its turn or in it, however the bytes are cut [DAT-08]", () => {
    const kinds = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
    const cuts = fc.array(fc.record({ size: fc.integer({ min: 1, max: 40 }), waits: fc.boolean() }), { minLength: 1 });
    fc.assert(
      fc.property(kinds, cuts, (pings, steps) => {
        const packets = pings.map((isPing, at) => (isPing ? PINGREQ : publish(at + 1, new Uint8Array(at * 7))));
        const stream = Buffer.concat(packets);
        const feed = new PacketFeed(1024);
        let ahead = 0;
        let taken = 0;
        for (let at = 0, step = 0; at < stream.length; step++) {
          const { size, waits } = steps[step % steps.length] ?? { size: 1, waits: false };
          feed.push(stream.subarray(at, at + size));
          at += size;
          if (waits) ahead += feed.countPings();
          else taken += drain(feed).filter((packet) => packet.equals(PINGREQ)).length;
          expect(ahead).toBeLessThanOrEqual(pings.filter(Boolean).length);
        }
        const rest = feed.countPings();
        const left = drain(feed).filter((packet) => packet.equals(PINGREQ)).length;
        const all = pings.filter(Boolean).length;
        expect(taken + left).toBe(all);
        expect(ahead + rest).toBeLessThanOrEqual(all);
        expect(rest).toBeLessThanOrEqual(left);
        if (steps.every(({ waits }) => waits)) expect(ahead + rest).toBe(all);
      }),
    );
  });

  it("knows a packet that is too large by its first bytes [DEV-12]", () => {
    const feed = new PacketFeed(256 * 1024);
    feed.push(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x05]));
    expect(feed.next()).toEqual({ kind: "broken", problem: "tooLarge" });
  });

  it("refuses a length of five bytes [DEV-12]", () => {
    const feed = new PacketFeed(256 * 1024);
    feed.push(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]));
    expect(feed.next()).toEqual({ kind: "broken", problem: "length" });
  });

  it("waits for the rest of a length [DEV-12]", () => {
    const feed = new PacketFeed(1024);
    feed.push(Buffer.from([0xc0]));
    expect(feed.next()).toEqual({ kind: "incomplete" });
    feed.push(Buffer.from([0x00]));
    expect(feed.next()).toEqual({ kind: "packet", bytes: Buffer.from([0xc0, 0x00]) });
  });
});

describe("a packet", () => {
  it("of any bytes is read or undefined, never thrown, and leaves no trace [DEV-12]", () => {
    const version = fc.constantFrom(4 as const, 5 as const);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2, maxLength: 60 }), version, (bytes, protocolVersion) => {
        const packet = Buffer.from(bytes);
        packet[1] = packet.length - 2;
        parsePacket(packet, protocolVersion);
        expect(parsePacket(Buffer.from([0xc0, 0x00]), protocolVersion)).toMatchObject({ cmd: "pingreq" });
      }),
      { numRuns: 500 },
    );
  });
});
