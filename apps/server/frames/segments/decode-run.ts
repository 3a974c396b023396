import { crc32 } from "node:zlib";
import { unpackBlock } from "./block.ts";
import type { SegmentFooter } from "./footer.ts";
import { packedLength } from "./packed-numbers.ts";
import { PLANE_CONSTANT, type PlaneMode, readPlane } from "./planes.ts";
import type { Plane, Run } from "./run.ts";
import { RunKs, RunTimes } from "./run-times.ts";
import type { TimeCode } from "./times.ts";

/** Reports the damaged part; the caller knows the file. */
export class BadBlock extends Error {}

const wrongChecksum = (run: number, what: string) => new BadBlock(`the checksum of run ${run}, ${what}, is wrong`);

/** One run of a segment; each part is inflated when it is first asked for. */
export class StoredRun {
  readonly footer: SegmentFooter;
  readonly index: number;
  readonly count: number;
  readonly #bytes: Uint8Array;
  #times: RunTimes | undefined;
  #ks: RunKs | null | undefined;
  readonly #planes: (Plane | undefined)[] = [];
  #group: Uint8Array | undefined;

  /** `bytes` are the run's own, from `byteAt[index]` to `byteAt[index + 1]`. */
  constructor(footer: SegmentFooter, index: number, bytes: Uint8Array) {
    this.footer = footer;
    this.index = index;
    this.count = footer.columns.count[index] as number;
    this.#bytes = bytes;
  }

  get times(): RunTimes {
    if (this.#times !== undefined) return this.#times;
    const { columns } = this.footer;
    const bits = columns.timeBits[this.index] as number;
    const code: TimeCode = {
      mode: columns.timeMode[this.index] as TimeCode["mode"],
      firstUs: columns.firstUs[this.index] as number,
      baseUs: columns.timeBaseUs[this.index] as number,
      periodUs: columns.timePeriodUs[this.index] as number,
      bits,
    };
    const length = columns.timeLength[this.index] as number;
    const raw = this.#unpack("times", 0, length, columns.timeCrc[this.index] as number, packedLength(bits, this.count));
    this.#times = RunTimes.decode(code, raw, this.count);
    return this.#times;
  }

  /** Null: all 0. */
  get ks(): RunKs | null {
    if (this.#ks !== undefined) return this.#ks;
    const { columns } = this.footer;
    const bits = columns.kBits[this.index] as number;
    if (bits === 0) {
      this.#ks = null;
      return null;
    }
    const at = columns.timeLength[this.index] as number;
    const length = columns.kLength[this.index] as number;
    const raw = this.#unpack("k", at, length, columns.kCrc[this.index] as number, packedLength(bits, this.count));
    this.#ks = RunKs.decode(bits, raw, this.count);
    return this.#ks;
  }

  /** Bytes of a payload. */
  get planeCount(): number {
    return (this.footer.planeAt[this.index + 1] as number) - (this.footer.planeAt[this.index] as number);
  }

  plane(k: number): Plane {
    const known = this.#planes[k];
    if (known !== undefined) return known;
    const plane = this.#readPlane(k);
    this.#planes[k] = plane;
    return plane;
  }

  /** Every part of it. */
  run(): Run {
    const { times, ks, count } = this;
    const planes = Array.from({ length: this.planeCount }, (_, k) => this.plane(k));
    return { ...this.footer.keyOf(this.index), count, timesUs: times.all, ks: ks?.all ?? null, planes };
  }

  /** Throws where a block differs from its checksum; nothing is inflated. */
  check(): void {
    const { columns, planes, planeAt } = this.footer;
    let at = 0;
    const next = (what: string, length: number, crc: number) => {
      const isRight = length === 0 || crc32(this.#bytes.subarray(at, at + length)) === crc;
      if (!isRight) throw wrongChecksum(this.index, what);
      at += length;
    };
    next("times", columns.timeLength[this.index] as number, columns.timeCrc[this.index] as number);
    next("k", columns.kLength[this.index] as number, columns.kCrc[this.index] as number);
    next("planes", columns.groupLength[this.index] as number, columns.groupCrc[this.index] as number);
    const first = planeAt[this.index] as number;
    for (let k = 0; k < this.planeCount; k += 1)
      next(`plane ${k}`, planes.planeLength[first + k] as number, planes.planeCrc[first + k] as number);
  }

  #readPlane(k: number): Plane {
    const { planes, planeAt, columns } = this.footer;
    const first = planeAt[this.index] as number;
    const entry = first + k;
    const mode = planes.planeMode[entry] as PlaneMode;
    if (mode === PLANE_CONSTANT) return planes.planeOr[entry] as number;
    const headLength = (columns.timeLength[this.index] as number) + (columns.kLength[this.index] as number);
    const groupLength = columns.groupLength[this.index] as number;
    if (groupLength > 0) return readPlane(this.#planeOfGroup(k, headLength, groupLength), mode);
    let at = headLength;
    for (let before = first; before < entry; before += 1) at += planes.planeLength[before] as number;
    const length = planes.planeLength[entry] as number;
    return readPlane(this.#unpack(`plane ${k}`, at, length, planes.planeCrc[entry] as number, this.count), mode);
  }

  #planeOfGroup(k: number, at: number, length: number): Uint8Array {
    const { planes, planeAt, columns } = this.footer;
    const first = planeAt[this.index] as number;
    let [before, stored] = [0, 0];
    for (let plane = 0; plane < this.planeCount; plane += 1) {
      if (planes.planeMode[first + plane] === PLANE_CONSTANT) continue;
      if (plane < k) before += 1;
      stored += 1;
    }
    const crc = columns.groupCrc[this.index] as number;
    this.#group ??= this.#unpack("planes", at, length, crc, stored * this.count);
    return this.#group.subarray(before * this.count, (before + 1) * this.count);
  }

  #unpack(what: string, at: number, length: number, crc: number, rawLength: number): Uint8Array {
    if (rawLength === 0 && length === 0) return new Uint8Array(0);
    if (at + length > this.#bytes.length) throw new BadBlock(`run ${this.index} is cut off`);
    const raw = unpackBlock(this.#bytes.subarray(at, at + length), crc, rawLength);
    if (raw === undefined) throw wrongChecksum(this.index, what);
    return raw;
  }
}
