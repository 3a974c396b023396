/** RFC 1950 and 1951: for places that cannot inflate at once otherwise (a browser has only streams). */
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
/** The order in which the lengths of the length code stand. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END_OF_BLOCK = 256;
const MAX_BITS = 15;

/** Every code of up to `bits` bits, reversed as it stands in the stream: symbol · 16 + length; 0 where none is. */
interface Codes {
  readonly bits: number;
  readonly table: Uint16Array;
}

class Ended extends Error {}

/** zlib data; `size` is what it may become: more throws, less (a cut stream) is returned. */
export function inflateZlib(data: Uint8Array, size: number): Uint8Array {
  if (
    data.length < 2 ||
    ((data[0] as number) & 15) !== 8 ||
    (((data[0] as number) << 8) | (data[1] as number)) % 31 !== 0
  )
    throw new Error("not zlib data");
  const stream = new Inflating(data, size);
  try {
    stream.run();
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
  return stream.out.subarray(0, stream.length);
}

class Inflating {
  readonly out: Uint8Array;
  length = 0;
  private readonly data: Uint8Array;
  private at = 2;
  private held = 0;
  private count = 0;

  constructor(data: Uint8Array, size: number) {
    this.data = data;
    this.out = new Uint8Array(size);
  }

  run(): void {
    for (let isLast = false; !isLast; ) {
      isLast = this.take(1) === 1;
      const kind = this.take(2);
      if (kind === 0) this.stored();
      else if (kind === 1) this.block(FIXED_LITERALS, FIXED_DISTANCES);
      else if (kind === 2) this.dynamic();
      else throw new Error("a block of an unknown kind");
    }
  }

  private take(bits: number): number {
    while (this.count < bits) this.more();
    const value = this.held & ((1 << bits) - 1);
    this.held >>>= bits;
    this.count -= bits;
    return value;
  }

  private more(): void {
    if (this.at >= this.data.length) throw new Ended();
    this.held |= (this.data[this.at++] as number) << this.count;
    this.count += 8;
  }

  private symbol({ bits, table }: Codes): number {
    // The last code of a stream may be shorter than the longest: what is behind the end counts as zeros.
    while (this.count < bits && this.at < this.data.length) this.more();
    const entry = table[this.held & ((1 << bits) - 1)] as number;
    const length = entry & 15;
    if (entry === 0) throw new Error("a code that is not in use");
    if (length > this.count) throw new Ended();
    this.held >>>= length;
    this.count -= length;
    return entry >> 4;
  }

  private stored(): void {
    this.at -= this.count >> 3;
    this.held = 0;
    this.count = 0;
    const { data } = this;
    if (this.at + 4 > data.length) throw new Ended();
    const size = (data[this.at] as number) | ((data[this.at + 1] as number) << 8);
    this.at += 4;
    const taken = Math.min(size, data.length - this.at);
    if (this.length + taken > this.out.length) throw new Error("more than was promised");
    this.out.set(data.subarray(this.at, this.at + taken), this.length);
    this.length += taken;
    this.at += taken;
    if (taken < size) throw new Ended();
  }

  private dynamic(): void {
    const literals = this.take(5) + 257;
    const distances = this.take(5) + 1;
    const lengthCodes = this.take(4) + 4;
    const lengths = new Uint8Array(19);
    for (let i = 0; i < lengthCodes; i++) lengths[ORDER[i] as number] = this.take(3);
    const codes = codesOf(lengths);
    const all = new Uint8Array(literals + distances);
    for (let i = 0; i < all.length; ) {
      const symbol = this.symbol(codes);
      if (symbol < 16) {
        all[i++] = symbol;
        continue;
      }
      const value = symbol === 16 ? (all[i - 1] ?? 0) : 0;
      const times = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
      if (i + times > all.length) throw new Error("more lengths than codes");
      all.fill(value, i, i + times);
      i += times;
    }
    this.block(codesOf(all.subarray(0, literals)), codesOf(all.subarray(literals)));
  }

  private block(literals: Codes, distances: Codes): void {
    const { out } = this;
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol < END_OF_BLOCK) {
        if (this.length >= out.length) throw new Error("more than was promised");
        out[this.length++] = symbol;
      } else if (symbol === END_OF_BLOCK) return;
      else this.copy(symbol - 257, distances);
    }
  }

  private copy(index: number, distances: Codes): void {
    const base = LENGTH_BASE[index];
    if (base === undefined) throw new Error("a length that is not in use");
    const length = base + this.take(LENGTH_EXTRA[index] as number);
    const far = this.symbol(distances);
    const farBase = DISTANCE_BASE[far];
    if (farBase === undefined) throw new Error("a distance that is not in use");
    const distance = farBase + this.take(DISTANCE_EXTRA[far] as number);
    if (distance > this.length) throw new Error("a distance before the beginning");
    if (this.length + length > this.out.length) throw new Error("more than was promised");
    const { out } = this;
    let to = this.length;
    for (let from = to - distance; to < this.length + length; ) out[to++] = out[from++] as number;
    this.length = to;
  }
}

function codesOf(lengths: Uint8Array): Codes {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  counts[0] = 0;
  const next = new Uint16Array(MAX_BITS + 2);
  let bits = 1;
  for (let length = 1; length <= MAX_BITS; length++) {
    next[length + 1] = ((next[length] as number) + (counts[length] as number)) << 1;
    if ((counts[length] as number) > 0) bits = length;
  }
  const table = new Uint16Array(1 << bits);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const code = next[length] as number;
    next[length] = code + 1;
    if (code >= 1 << length) throw new Error("more codes than fit");
    for (let at = reversed(code, length); at < table.length; at += 1 << length) table[at] = (symbol << 4) | length;
  }
  return { bits, table };
}

function reversed(code: number, length: number): number {
  let value = 0;
  for (let bit = 0; bit < length; bit++) value |= ((code >> bit) & 1) << (length - 1 - bit);
  return value;
}

const FIXED_LITERALS = codesOf(
  Uint8Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
);
const FIXED_DISTANCES = codesOf(new Uint8Array(30).fill(5));
