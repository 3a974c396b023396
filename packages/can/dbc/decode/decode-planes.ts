import { byteSpan } from "../../bytes/bits.ts";
import type { Message, Signal } from "../model.ts";
import { canCompile, isTooLarge } from "./compile.ts";
import { compilePlanes, type DecodePlanes } from "./compile-planes.ts";
import { interpretPlanes } from "./interpret-planes.ts";
import { layoutOf, type MessageLayout, type SignalLayout } from "./layout.ts";

/** One payload byte of every frame of a run; a number where it is the same in all of them. */
export type Plane = Uint8Array | number;

export interface PlaneDecoderOptions {
  /** `auto`: compiled where generated code is allowed. */
  readonly engine?: "auto" | "compiled" | "interpreted";
}

/** How runs are decoded whose payloads hold the same of the signals. */
interface Plan {
  readonly bytes: readonly number[];
  /** Columns of signals that none of these frames has. */
  readonly absent: readonly number[];
  readonly areFinite: readonly boolean[];
  readonly decode: DecodePlanes;
}

/**
 * Decodes wanted signals of one message from runs of frames that lie as byte planes. The physical values are those of
 * `BatchDecoder`, as doubles.
 */
export class PlaneDecoder {
  readonly message: Message;
  readonly signals: readonly Signal[];
  private readonly layout: MessageLayout;
  private readonly isCompiled: boolean;
  /** For each wanted signal: it and its selectors as indices, or undefined where no frame can have it. */
  private readonly chains: readonly (readonly number[] | undefined)[];
  private readonly lengths: readonly number[];
  private readonly plans = new Map<number, Plan>();

  constructor(message: Message, signals: readonly Signal[], { engine = "auto" }: PlaneDecoderOptions = {}) {
    this.message = message;
    this.signals = signals;
    this.layout = layoutOf(message);
    this.chains = signals.map((signal) => chainOf(this.layout, message.signals.indexOf(signal)));
    const needed = [...new Set(this.chains.flatMap((chain) => chain ?? []))].map((i) => this.signalAt(i));
    this.lengths = needed.map(({ minimumLength }) => minimumLength);
    this.isCompiled = engine === "auto" ? canCompile() && !isTooLarge(needed) : engine === "compiled";
  }

  /** The payload bytes that a run of this size needs; other planes are never read. Ascending. */
  bytesNeeded(size: number): readonly number[] {
    return this.planOf(size).bytes;
  }

  /** For each signal whether every frame of this size has a finite value of it, whatever its bytes are. */
  areFinite(size: number): readonly boolean[] {
    return this.planOf(size).areFinite;
  }

  /** Fills `values[i][0 … count - 1]` for signal i: NaN where a frame does not have it. */
  decode(planes: readonly (Plane | undefined)[], size: number, count: number, values: readonly Float64Array[]): void {
    const { bytes, absent, decode } = this.planOf(size);
    for (const column of absent) values[column]?.fill(Number.NaN, 0, count);
    if (absent.length === values.length || count === 0) return;
    const arrays: Uint8Array[] = [];
    for (const k of bytes) arrays[k] = arrayOf(planes[k], k, count);
    decode(arrays, size, count, values);
  }

  /** Sizes between two of the lengths that signals need hold the same signals. */
  private planOf(size: number): Plan {
    const reach = this.lengths.reduce((longest, length) => (length <= size ? Math.max(longest, length) : longest), 0);
    const known = this.plans.get(reach);
    if (known !== undefined) return known;
    const plan = this.newPlan(reach);
    this.plans.set(reach, plan);
    return plan;
  }

  private newPlan(size: number): Plan {
    const columnsOf = new Map<number, number[]>();
    const needed = new Set<number>();
    const absent: number[] = [];
    for (const [column, chain] of this.chains.entries()) {
      const [signal] = chain ?? [];
      if (chain === undefined || signal === undefined || chain.some((i) => this.signalAt(i).minimumLength > size)) {
        absent.push(column);
        continue;
      }
      for (const i of chain) needed.add(i);
      columnsOf.set(signal, [...(columnsOf.get(signal) ?? []), column]);
    }
    const read = this.layout.order.filter((i) => needed.has(i));
    const source = { layout: this.layout, read, columnsOf };
    const decode = (this.isCompiled ? compilePlanes : interpretPlanes)(this.message, source);
    const areFinite = this.chains.map(
      (chain, i) => !absent.includes(i) && isPlainNumber(this.signalAt(chain?.[0] ?? 0)),
    );
    return { bytes: this.bytesOf(read), absent, areFinite, decode };
  }

  private bytesOf(read: readonly number[]): number[] {
    const bytes = new Set<number>();
    for (const i of read) {
      const { first, count } = byteSpan(this.message.signals[i] as Signal);
      for (let k = 0; k < count; k++) bytes.add(first + k);
    }
    return [...bytes].sort((a, b) => a - b);
  }

  private signalAt(index: number): SignalLayout {
    return this.layout.signals[index] as SignalLayout;
  }
}

/** A whole number that every frame has and that stays finite when it is scaled. */
const isPlainNumber = ({ selector, valueType, length, factor, offset }: SignalLayout): boolean =>
  selector === null && valueType === "integer" && Number.isFinite(2 ** length * Math.abs(factor) + Math.abs(offset));

/** The signal and the selectors above it. Undefined: a selector is missing or in a circle, or has no value for it. */
function chainOf({ signals }: MessageLayout, index: number): number[] | undefined {
  if (index < 0) throw new RangeError("not a signal of the message");
  const chain: number[] = [];
  let at: number | null = index;
  while (at !== null) {
    const { selector, ranges } = signals[at] as SignalLayout;
    if (selector !== null && ranges.length === 0) return undefined;
    chain.push(at);
    at = selector;
  }
  return chain;
}

/** An array for each byte value, filled once: constant planes of all runs share them, and nothing writes to them. */
const constants: Uint8Array[] = [];

function arrayOf(plane: Plane | undefined, byte: number, count: number): Uint8Array {
  if (plane === undefined) throw new RangeError(`plane ${byte} is missing`);
  if (typeof plane !== "number") return plane;
  const known = constants[plane];
  if (known !== undefined && known.length >= count) return known;
  const filled = new Uint8Array(Math.max(8192, count)).fill(plane);
  constants[plane] = filled;
  return filled;
}
