import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { FLAG_ERROR, type Frame } from "@canopy/can/frame/frame";
import { afterEach, describe, expect, it } from "vitest";
import { Assembler } from "./assemble.ts";
import { Spool } from "./spool/spool.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function world() {
  const folder = mkdtempSync(join(tmpdir(), "canopy-assemble-"));
  folders.push(folder);
  const said: string[] = [];
  const open = () => new Spool({ folder, newEpoch: () => 7 });
  const assembler = (spool: Spool, position = 0) =>
    new Assembler(
      spool,
      { source: 1, position },
      { filters: [], added: () => undefined, log: (text) => said.push(text) },
    );
  return { folder, said, open, assembler };
}

/** Frame i of a log; its payload is its number. */
function frame(i: number, more: Partial<Frame> = {}): Frame {
  const data = Uint8Array.of(i >> 8, i & 0xff);
  return { timeUs: 1_700_000_000_000_000 + i, channel: 0, id: 0x123, flags: 0, size: 2, data, ...more };
}

function batchOf(frames: readonly Frame[]): FrameBatch {
  const batch = new FrameBatch();
  for (const one of frames) batch.pushFrame(one);
  return batch;
}

/** The frames in the spool, by number. */
function numbersIn(spool: Spool): number[] {
  const frames = new FrameBatch();
  for (let batch = spool.take(); batch !== undefined; batch = spool.take()) {
    const header = decodeCb1(batch.bytes, frames, (body) => inflateRawSync(body));
    if (!header.ok) throw new Error(header.problem.code);
  }
  return Array.from({ length: frames.length }, (_, i) => {
    const [high = 0, low = 0] = frames.at(i).data;
    return (high << 8) | low;
  });
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("an assembler", () => {
  it("leaves out a frame that is none, says so once, and keeps all others [DEV-12]", () => {
    const { said, open, assembler } = world();
    const spool = open();
    const one = assembler(spool);
    const odd: Record<number, Partial<Frame>> = {
      // A BLF error object has an identifier field of 32 bits; GVRET may say any length.
      3: { id: 0x1fffffff, flags: FLAG_ERROR },
      700: { size: 9, data: new Uint8Array(9) },
      701: { id: 0x800 },
    };
    one.take(batchOf(upTo(1200).map((i) => frame(i, odd[i]))));
    one.end();
    expect(numbersIn(spool)).toEqual(upTo(1200).filter((i) => i !== 700 && i !== 701));
    expect(spool.position).toEqual({ source: 1, position: 1200 });
    expect(said).toEqual([
      "frame 701 of the source is left out: it is no CAN frame (lengthNotAllowed)",
      "2 frames were left out in all",
    ]);
  });

  it("puts nothing behind batches that could not be written: a restart reads on before them [DAT-08]", () => {
    const { folder, open, assembler } = world();
    const spool = open();
    const one = assembler(spool);
    one.take(batchOf(upTo(500).map((i) => frame(i))));
    const append = spool.append.bind(spool);
    let isFull = true;
    spool.append = (batches) => {
      if (!isFull) return append(batches);
      isFull = false;
      throw new Error("ENOSPC");
    };
    expect(() => one.take(batchOf(upTo(700).map((i) => frame(500 + i))))).toThrow("ENOSPC");
    one.end();
    rmSync(join(folder, "pid"), { force: true });
    const again = open();
    expect(again.position).toEqual({ source: 1, position: 500 });
    const two = assembler(again, again.position.position);
    two.take(batchOf(upTo(700).map((i) => frame(500 + i))));
    two.end();
    expect(numbersIn(again)).toEqual(upTo(1200));
  });
});
