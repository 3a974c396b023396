import { FLAG_EXTENDED, FLAG_FD } from "../frame/frame.ts";
import { J1939Reassembler } from "../j1939/reassemble.ts";
import type { FuzzTarget } from "../testing/fuzz.ts";
import { IsoTpReassembler } from "./reassemble.ts";

/** Bytes as frames on a few ids: a length, then that many bytes; the time runs on. */
function* framesOf(input: Uint8Array, flags: number, ids: readonly number[]) {
  for (let at = 0, n = 0; at < input.length; n++) {
    const size = Math.min((input[at] ?? 0) % 9, input.length - at - 1);
    const id = ids[n % ids.length] ?? 0;
    yield { timeUs: n * 997, channel: 0, id, flags, size, data: input.subarray(at + 1, at + 1 + size) };
    at += size + 1;
  }
}

const frames = (...parts: readonly (readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [part.length, ...part]));
const TRANSFER = frames([0x10, 0x0a, 0x22, 1, 2, 3, 4, 5], [0x30, 0, 0], [0x21, 6, 7, 8, 9], [2, 0x3e, 0x80]);
const BAM = frames(
  [0x20, 9, 0, 2, 0xff, 0xca, 0xfe, 0],
  [1, 1, 2, 3, 4, 5, 6, 7],
  [2, 8, 9, 0xff, 0xff, 0xff, 0xff, 0xff],
);

export const targets: readonly FuzzTarget[] = [
  {
    name: "isotp",
    seeds: [TRANSFER],
    tokens: ["\u0010", "\u0021", "\u0030", "\u0000"],
    run(input) {
      const reassembler = new IsoTpReassembler();
      for (const frame of framesOf(input, FLAG_FD, [0x7e0, 0x7e8])) reassembler.add(frame);
    },
  },
  {
    name: "j1939 transport",
    seeds: [BAM],
    tokens: ["\u0020", "\u0010", "\u0011", "\u0013"],
    run(input) {
      const reassembler = new J1939Reassembler();
      for (const frame of framesOf(input, FLAG_EXTENDED, [0x1cecff00, 0x1cebff00, 0x1cebff00])) reassembler.add(frame);
    },
  },
];
