/** ISO 18004 level M, versions 1 to 10: codewords of error correction per block, and the blocks as [count, data]. */
const BLOCKS: readonly { ecc: number; groups: readonly (readonly [number, number])[] }[] = [
  { ecc: 10, groups: [[1, 16]] },
  { ecc: 16, groups: [[1, 28]] },
  { ecc: 26, groups: [[1, 44]] },
  { ecc: 18, groups: [[2, 32]] },
  { ecc: 24, groups: [[2, 43]] },
  { ecc: 16, groups: [[4, 27]] },
  { ecc: 18, groups: [[4, 31]] },
  {
    ecc: 22,
    groups: [
      [2, 38],
      [2, 39],
    ],
  },
  {
    ecc: 22,
    groups: [
      [3, 36],
      [2, 37],
    ],
  },
  {
    ecc: 26,
    groups: [
      [4, 43],
      [1, 44],
    ],
  },
];

const BYTE_MODE = 0b0100;
const PADS = [0xec, 0x11];

const dataSize = (version: number) =>
  (BLOCKS[version - 1]?.groups ?? []).reduce((sum, [count, data]) => sum + count * data, 0);

/** The smallest version that holds the bytes, and its codewords in the order of the picture. */
export function codewordsOf(bytes: Uint8Array): { version: number; codewords: number[] } {
  const version = BLOCKS.findIndex((_, i) => bytes.length + headerBytes(i + 1) <= dataSize(i + 1)) + 1;
  if (version === 0) throw new Error("the text is too long for a QR code of version 10");
  return { version, codewords: interleaved(version, dataCodewords(bytes, version)) };
}

/** Mode and length: 12 bits up to version 9, 20 from 10 on, and the rest of a byte. */
function headerBytes(version: number): number {
  return version < 10 ? 2 : 3;
}

function dataCodewords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(BYTE_MODE, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, 4);
  while (bits.length % 8 !== 0) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((word, bit) => (word << 1) | bit, 0),
  );
  for (let i = 0; words.length < dataSize(version); i++) words.push(PADS[i % 2] ?? 0);
  return words.slice(0, dataSize(version));
}

function interleaved(version: number, data: readonly number[]): number[] {
  const { ecc, groups } = BLOCKS[version - 1] ?? { ecc: 0, groups: [] };
  const blocks: number[][] = [];
  let at = 0;
  for (const [count, size] of groups)
    for (let i = 0; i < count; i++, at += size) blocks.push(data.slice(at, at + size));
  const corrections = blocks.map((block) => reedSolomon(block, ecc));
  return [...columns(blocks), ...columns(corrections)];
}

/** The first of each, then the second of each, shorter ones left out. */
function columns(rows: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: longest }, (_, i) => rows.flatMap((row) => row[i] ?? [])).flat();
}

/** The remainder of division by the generator polynomial over GF(256) with 0x11d. */
export function reedSolomon(data: readonly number[], degree: number): number[] {
  const divisor = generator(degree);
  const rest = Array.from({ length: degree }, () => 0);
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [i, coefficient] of divisor.entries()) rest[i] = (rest[i] ?? 0) ^ multiply(coefficient, factor);
  }
  return rest;
}

function generator(degree: number): number[] {
  const result = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) result[j] = multiply(result[j] ?? 0, root) ^ (result[j + 1] ?? 0);
    root = multiply(root, 2);
  }
  return result;
}

function multiply(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--)
    product = ((product << 1) ^ ((product >> 7) * 0x11d) ^ (((y >> bit) & 1) * x)) & 0x1ff;
  return product & 0xff;
}
