import { describe, expect, it } from "vitest";
import { qrModules, qrSvg } from "./qr-code.ts";
import { codewordsOf, reedSolomon } from "./qr-codewords.ts";
import { drawFunctionPatterns, formatBits, newGrid, versionBits, zigzag } from "./qr-grid.ts";

const hex = (text: string) => text.split(" ").map((word) => Number.parseInt(word, 16));

describe("a QR code", () => {
  it("has the error correction of the example of ISO 18004 [ACC-26]", () => {
    const data = hex("10 20 0C 56 61 80 EC 11 EC 11 EC 11 EC 11 EC 11");
    expect(reedSolomon(data, 10)).toEqual(hex("A5 24 D4 C1 ED 36 C7 87 2C 55"));
  });

  it("has the format and version bits of ISO 18004 [ACC-26]", () => {
    expect(formatBits(0b101).toString(2)).toBe("100000011001110");
    expect(versionBits(7).toString(2).padStart(18, "0")).toBe("000111110010010100");
  });

  it.each([
    [14, 1],
    [15, 2],
    [26, 2],
    [27, 3],
    [84, 5],
    [85, 6],
    [122, 7],
    [180, 9],
    [213, 10],
  ])("of %i bytes is of version %i [ACC-26]", (bytes, version) => {
    expect(codewordsOf(new Uint8Array(bytes)).version).toBe(version);
  });

  it("that would be too large is refused", () => {
    expect(() => codewordsOf(new Uint8Array(214))).toThrow("too long");
  });

  it.each(["x", "otpauth://totp/Canopy:li_wei?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Canopy", "é".repeat(80)])(
    "is read back as it was written: %j [ACC-26]",
    (text) => {
      expect(readBack(qrModules(text), text)).toBe(text);
    },
  );

  it("is drawn dark on light, with a quiet zone", () => {
    const svg = qrSvg("x");
    expect(svg).toContain('viewBox="0 0 29 29"');
    expect(svg).toContain('fill="#fff"');
  });
});

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** As a reader does it: format, mask, bits in order, first blocks of data. */
function readBack(rows: boolean[][], written: string): string {
  const version = (rows.length - 17) / 4;
  const at = [
    [8, 0],
    [8, 1],
    [8, 2],
    [8, 3],
    [8, 4],
    [8, 5],
    [8, 7],
    [8, 8],
    [7, 8],
    [5, 8],
    [4, 8],
    [3, 8],
    [2, 8],
    [1, 8],
    [0, 8],
  ];
  const format = at.reduce((bits, [x = 0, y = 0], i) => bits | (Number(rows[y]?.[x]) << i), 0) ^ 0x5412;
  const mask = MASKS[(format >> 10) & 7];
  const grid = newGrid(version);
  drawFunctionPatterns(grid, version);
  const bits = [...zigzag(grid)].map(([x, y]) => Number(rows[y]?.[x]) ^ Number(mask?.(x, y) === 0));
  const words = Array.from({ length: bits.length >> 3 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((word, bit) => (word << 1) | bit, 0),
  );
  const { codewords } = codewordsOf(Buffer.from(written));
  return words.slice(0, codewords.length).join() === codewords.join() ? written : "other codewords";
}
