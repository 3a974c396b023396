import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { insertBits } from "../../bytes/bits.ts";
import { checksum, PROTECTIONS } from "../../frame/protect.ts";
import { readDbc } from "../parse/parse.ts";
import { MessageDecoder } from "./decode.ts";
import { encodeSent, framesOfRound, ownSignals } from "./sent-message.ts";

const EV = new URL("../../../../apps/simulator/vehicles/ev.dbc", import.meta.url);
const { dbc } = readDbc(new Uint8Array(readFileSync(EV)));
const isProtected = dbc.messages.filter((message) => ownSignals(dbc, message).protection !== "none");

describe("a message that is sent", () => {
  it("counts and protects itself as the vehicle's own do [DEV-06]", () => {
    expect(isProtected.length).toBeGreaterThan(2);
    for (const message of isProtected) {
      const own = ownSignals(dbc, message);
      expect(framesOfRound(own)).toBe(16);
      for (let n = 0; n < 20; n++) {
        const payload = encodeSent(message, {}, own, n);
        if (!payload.ok) throw new Error(JSON.stringify(payload.problem));
        const decoded = new MessageDecoder(message).decode(payload.value);
        const rawOf = (name: string | undefined) => decoded.find(({ signal }) => signal.name === name)?.raw;
        expect(rawOf(own.counter?.name)).toBe(n % 16);
        const bare = payload.value.slice();
        if (own.checksum) insertBits(bare, own.checksum, 0);
        expect(rawOf(own.checksum?.name)).toBe(checksum(own.protection, message.id, bare));
      }
    }
  });

  it.each(PROTECTIONS)("with checksum %s changes with its payload, unless it has none", (protection) => {
    const [message] = isProtected;
    if (!message) throw new Error("no message");
    const own = { ...ownSignals(dbc, message), protection };
    const sums = [0, 1, 2, 3].map((n) => {
      const payload = encodeSent(message, {}, own, n);
      return payload.ok && own.checksum
        ? new MessageDecoder(message).decode(payload.value).find(({ signal }) => signal.name === own.checksum?.name)
            ?.raw
        : undefined;
    });
    expect(new Set(sums).size > 1).toBe(protection !== "none");
  });

  it("takes no state, selector or wide number for a counter", () => {
    const text = `VERSION ""\nBU_: A\nBO_ 1 M: 8 A\n SG_ TripCounter : 0|16@1+ (1,0) [0|0] "" A\n SG_ CrcMode : 16|2@1+ (1,0) [0|0] "" A\n`;
    const other = readDbc(new TextEncoder().encode(text)).dbc;
    const [message] = other.messages;
    if (!message) throw new Error("no message");
    expect(ownSignals(other, message)).toEqual({ counter: null, checksum: null, protection: "none" });
  });
});
