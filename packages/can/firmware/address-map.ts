import type { Segment } from "./image.ts";

/** Records in a row, which most files write without gaps. */
interface Run {
  address: number;
  line: number;
  bytes: Uint8Array;
  length: number;
}

/** Gathers data by address, in any order, and joins it into segments. */
export class AddressMap {
  private readonly runs: Run[] = [];

  add(address: number, data: Uint8Array, line: number): void {
    if (data.length === 0) return;
    const last = this.runs.at(-1);
    if (last !== undefined && last.address + last.length === address) append(last, data);
    else this.runs.push({ address, line, bytes: new Uint8Array(data), length: data.length });
  }

  /** Segments by address. The same byte twice is no harm; two values for one address are. */
  join(overlap: (line: number) => void): Segment[] {
    const sorted = [...this.runs].sort((a, b) => a.address - b.address || a.line - b.line);
    const joined: Run[] = [];
    for (const run of sorted) {
      const last = joined.at(-1);
      const end = last === undefined ? -1 : last.address + last.length;
      if (last === undefined || run.address > end) {
        joined.push(run);
        continue;
      }
      const shared = Math.min(end - run.address, run.length);
      const at = run.address - last.address;
      for (let i = 0; i < shared; i++) {
        if (last.bytes[at + i] === run.bytes[i]) continue;
        overlap(Math.max(last.line, run.line));
        break;
      }
      append(last, run.bytes.subarray(shared, run.length));
    }
    return joined.map(({ address, bytes, length }) => ({ address, bytes: bytes.subarray(0, length) }));
  }
}

function append(run: Run, data: Uint8Array): void {
  const length = run.length + data.length;
  if (length > run.bytes.length) {
    const larger = new Uint8Array(Math.max(length, 2 * run.bytes.length));
    larger.set(run.bytes.subarray(0, run.length));
    run.bytes = larger;
  }
  run.bytes.set(data, run.length);
  run.length = length;
}
