import fc from "fast-check";
import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  type Frame,
} from "../../frame/frame.ts";

const FD_SIZES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64];

export interface FrameShape {
  /** Unit of the times in microseconds. */
  unitUs: number;
  channels: number;
  hasDirection: boolean;
  hasFd: boolean;
  hasRemote: boolean;
  /** An error frame keeps only its time and channel ("bare"), or its id and data too. */
  errors: "none" | "bare" | "whole";
}

const WHOLE: FrameShape = {
  unitUs: 1,
  channels: 16,
  hasDirection: true,
  hasFd: true,
  hasRemote: true,
  errors: "whole",
};

/** Frames a format can hold, by what it leaves out; times rise, from a time in 2023 on. */
export function framesArbitrary(limits: Partial<FrameShape> = {}): fc.Arbitrary<Frame[]> {
  const shape = { ...WHOLE, ...limits };
  const kinds: ("data" | "fd" | "remote" | "error")[] = ["data"];
  if (shape.hasFd) kinds.push("fd");
  if (shape.hasRemote) kinds.push("remote");
  if (shape.errors !== "none") kinds.push("error");
  const one = fc.record({
    kind: fc.constantFrom(...kinds),
    step: fc.nat({ max: 3_000_000 }),
    channel: fc.nat({ max: shape.channels - 1 }),
    isExtended: fc.boolean(),
    id: fc.nat({ max: 0x1fffffff }),
    isTx: fc.boolean(),
    bits: fc.constantFrom(0, FLAG_BRS, FLAG_ESI, FLAG_BRS | FLAG_ESI),
    size: fc.constantFrom(...FD_SIZES),
    data: fc.uint8Array({ minLength: 64, maxLength: 64 }),
  });
  return fc.tuple(fc.nat({ max: 86_400_000_000 }), fc.array(one, { maxLength: 60 })).map(([first, steps]) => {
    let timeUs = Math.floor((1_700_000_000_000_000 + first) / 1000) * 1000;
    return steps.map((step) => {
      timeUs += step.step * shape.unitUs;
      return frameOf(timeUs, step, shape);
    });
  });
}

interface Step {
  kind: "data" | "fd" | "remote" | "error";
  channel: number;
  isExtended: boolean;
  id: number;
  isTx: boolean;
  bits: number;
  size: number;
  data: Uint8Array;
}

function frameOf(timeUs: number, step: Step, shape: FrameShape): Frame {
  const { channel } = step;
  if (step.kind === "error" && shape.errors === "bare") {
    return { timeUs, channel, id: 0, flags: FLAG_ERROR, size: 0, data: new Uint8Array(0) };
  }
  let flags = step.isExtended && step.kind !== "error" ? FLAG_EXTENDED : 0;
  if (step.isTx && shape.hasDirection && step.kind !== "error") flags |= FLAG_TX;
  if (step.kind === "fd") flags |= FLAG_FD | step.bits;
  if (step.kind === "remote") flags |= FLAG_REMOTE;
  if (step.kind === "error") flags |= FLAG_ERROR;
  const size = step.kind === "fd" ? step.size : Math.min(step.size, 8);
  const id = step.isExtended ? step.id : step.id & 0x7ff;
  return { timeUs, channel, id, flags, size, data: step.data.slice(0, step.kind === "remote" ? 0 : size) };
}
