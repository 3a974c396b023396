import { deflateRawSync, inflateRawSync } from "node:zlib";
import { formatHex } from "../bytes/hex.ts";
import type { FuzzTarget } from "../testing/fuzz.ts";
import { FrameBatch } from "./batch.ts";
import { decodeCb1, type Inflate } from "./cb1-decode.ts";
import { encodeCb1 } from "./cb1-encode.ts";
import { FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "./frame.ts";

const inflate: Inflate = (body, maxBytes) => {
  try {
    return inflateRawSync(body, { maxOutputLength: Math.max(1, maxBytes) });
  } catch {
    return null;
  }
};

function seed(channel: number, isDeflated: boolean): Uint8Array {
  const batch = new FrameBatch();
  const data = new Uint8Array(64).fill(0x5a);
  for (let i = 0; i < 20; i++) batch.push(1e15 + i * 1000, channel, i * 60, i % 2 ? FLAG_TX : 0, i % 9, data);
  batch.push(1e15, channel, 0x18daf110, FLAG_EXTENDED | FLAG_FD, 64, data);
  batch.push(1e15, channel, 0x7ff, FLAG_REMOTE, 8, data);
  const result = encodeCb1(batch, { epoch: 1, sequence: 2 }, isDeflated ? (body) => deflateRawSync(body) : undefined);
  if (!result.ok) throw new Error(result.problem.code);
  return result.value;
}

/** Any bytes: a problem and an untouched batch, or frames that encode and decode to themselves. */
const target: FuzzTarget = {
  name: "cb1",
  seeds: [seed(1, false), seed(9, false), seed(1, true)],
  tokens: ["CB", "\u0000", "\u0001"],
  run(input) {
    const batch = new FrameBatch();
    const header = decodeCb1(input, batch, inflate);
    if (!header.ok) {
      if (batch.length !== 0 || batch.dataLength !== 0) throw new Error("a broken message left frames behind");
      return;
    }
    const again = encodeCb1(batch, header.value);
    if (!again.ok) throw new Error(`decoded what cannot be encoded: ${again.problem.code}`);
    const second = new FrameBatch();
    if (!decodeCb1(again.value, second).ok) throw new Error("encoded what cannot be decoded");
    const same =
      formatHex(batch.data.subarray(0, batch.dataLength)) === formatHex(second.data.subarray(0, second.dataLength));
    if (!same || batch.length !== second.length) throw new Error("frames changed on the way");
  },
};

export const targets: readonly FuzzTarget[] = [target];
