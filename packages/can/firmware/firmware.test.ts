import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { corpusBytes, corpusFiles, corpusJson, hasCorpus, noCorpus } from "../testing/corpus.ts";
import { detectFirmware } from "./detect.ts";
import { imageBytes } from "./image.ts";
import { parseFirmware } from "./parse.ts";

interface Golden {
  error?: string;
  format: "srec" | "ihex";
  execution_start_address: number | null;
  header: string | null;
  bytes: number;
  segments: { address: number; length: number; sha256: string; head: string }[];
}

const text = (lines: string): Uint8Array => new TextEncoder().encode(lines);
const codes = (lines: string, wordBytes = 1): string[] =>
  parseFirmware(text(lines), { wordBytes }).problems.map((problem) => `${problem.code} ${problem.line}`);

describe.skipIf(!hasCorpus)(`firmware of the corpus${noCorpus}`, () => {
  const goldens = hasCorpus
    ? (corpusJson("golden/firmware/firmware.json") as { files: Record<string, Golden> }).files
    : {};

  it.each(corpusFiles("firmware"))("%s", (file) => {
    const golden = goldens[file] as Golden;
    const bytes = corpusBytes(`firmware/${file}`);
    const { image, problems } = parseFirmware(bytes);
    const errors = problems.filter((problem) => problem.severity === "error");
    expect(detectFirmware(bytes)).toBe(image.format);
    if (golden.error !== undefined) {
      expect(errors.length).toBeGreaterThan(0);
      return;
    }
    expect(errors).toEqual([]);
    expect(image.format).toBe(golden.format);
    expect(image.startAddress ?? null).toBe(golden.execution_start_address);
    expect(image.header ?? null).toBe(golden.header);
    expect(imageBytes(image)).toBe(golden.bytes);
    const segments = image.segments.map(({ address, bytes: data }) => {
      const sha256 = createHash("sha256").update(data).digest("hex");
      return { address, length: data.length, sha256, head: Buffer.from(data.subarray(0, 8)).toString("hex") };
    });
    expect(segments).toEqual(golden.segments);
  });

  it.each(["bc_in_16bits_word_padding.hex", "bc_out_16bits_word.s19"])("%s needs 16-bit word addresses", (file) => {
    const bytes = corpusBytes(`firmware/${file}`);
    expect(parseFirmware(bytes).problems.map((problem) => problem.code)).toContain("overlap");
    expect(parseFirmware(bytes, { wordBytes: 2 }).problems.filter((p) => p.severity === "error")).toEqual([]);
  });
});

describe("record files", () => {
  it("name the line of a bad sum, a wrong length, an unknown type and of what is no record", () => {
    expect(codes("S1130000285F245F2212226A000424290008237C2A\nS9030000FC")).toEqual([]);
    expect(codes("S1130000285F245F2212226A000424290008237C2B\nS9030000FC")).toEqual(["badChecksum 1"]);
    expect(codes("S1140000285F245F2212226A000424290008237C2A\nS9030000FC")).toEqual(["badLength 1"]);
    expect(codes("S9030000FC\nS4030000FC\nhello")).toEqual(["unknownType 2", "badRecord 3"]);
    expect(codes(":0300300002337A1E\n:00000001FF")).toEqual([]);
    expect(codes(":0300300002337A1F\n:00000001FF")).toEqual(["badChecksum 1"]);
    expect(codes(":0300300002337A1E")).toEqual(["missingEnd 0"]);
  });

  it("wrap a segmented address at 64 KiB and let a linear one run on", () => {
    const segmented = parseFirmware(text(":020000021000EC\n:02FFFF001122CD\n:00000001FF")).image;
    expect(segmented.segments.map((segment) => segment.address)).toEqual([0x10000, 0x1ffff]);
    const linear = parseFirmware(text(":020000040001F9\n:02FFFF001122CD\n:00000001FF")).image;
    expect(linear.segments.map((segment) => [segment.address, segment.bytes.length])).toEqual([[0x1ffff, 2]]);
  });

  it("takes a file that is no text as BIN at the address given", () => {
    const { image } = parseFirmware(new Uint8Array([1, 2, 3]), { baseAddress: 0x8000 });
    expect(image.segments).toEqual([{ address: 0x8000, bytes: new Uint8Array([1, 2, 3]) }]);
  });

  const SREC = "S1130000285F245F2212226A000424290008237C2A\nS9030000FC\n";
  const IHEX = ":0300300002337A1E\n:00000001FF\n";

  it.each([
    ["srec", SREC],
    ["ihex", IHEX],
  ])("a byte order mark, zeros and blanks before the first record are no part of %s [UDS-04]", (format, records) => {
    for (const front of ["\ufeff", "\0\0\0\r\n", "\ufeff\n \t"]) {
      const { image, problems } = parseFirmware(text(front + records));
      expect([image.format, imageBytes(image) > 0, problems]).toEqual([format, true, []]);
    }
  });

  it.each([
    ["srec", SREC],
    ["ihex", IHEX],
  ])(
    "what else stands before the records of %s is told by its line, and makes no BIN of it [UDS-04]",
    (format, records) => {
      const { image, problems } = parseFirmware(text(`; made by x\n\xff\n${records}`), { baseAddress: 0 });
      expect([image.format, problems.map(({ code, line }) => `${code} ${line}`)]).toEqual([
        format,
        ["badRecord 1", "badRecord 2"],
      ]);
    },
  );

  it("one record alone inside a binary makes no text of it", () => {
    const binary = new Uint8Array([0, 1, 2, 10, ...text(":00000001FF\n"), 0, 1, 2]);
    expect(parseFirmware(binary)).toMatchObject({ image: { format: "bin" }, problems: [] });
  });

  it.each([
    ["elfFile", new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1])],
    ["uf2File", new Uint8Array([0x55, 0x46, 0x32, 0x0a, 0x57, 0x51, 0x5d, 0x9e])],
    ["vbfFile", new Uint8Array([...text('vbf_version = 2.6;\nheader {\n sw_part_number = "1";\n}'), 0, 1, 255])],
    ["utf16Text", new Uint8Array(Buffer.from(`\ufeff${SREC}`, "utf16le"))],
    ["utf16Text", new Uint8Array(Buffer.from(`\ufeff${IHEX}`, "utf16le").swap16())],
  ])("%s is no BIN, whatever address is given [UDS-04]", (code, file) => {
    for (const format of [undefined, "bin"] as const) {
      const { image, problems } = parseFirmware(file, { baseAddress: 0x8000, ...(format && { format }) });
      expect([image.segments, problems]).toEqual([[], [{ code, severity: "error", line: 0 }]]);
    }
  });

  it("joins records in any order into the same image", () => {
    const piece = fc.tuple(fc.nat({ max: 0xff00 }), fc.uint8Array({ minLength: 1, maxLength: 32 }));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), (pieces) => {
        const memory = new Map<number, number>();
        for (const [at, data] of pieces) for (const [i, byte] of data.entries()) memory.set(at + i, byte);
        // Records cut from the final memory: overlaps agree.
        const lines = pieces.map(([at, data]) =>
          hexLine(
            at,
            Uint8Array.from(data, (_, i) => memory.get(at + i) ?? 0),
          ),
        );
        const { image, problems } = parseFirmware(text([...lines, ":00000001FF"].join("\n")));
        expect(problems).toEqual([]);
        const seen = new Map<number, number>();
        for (const { address, bytes } of image.segments) {
          for (const [i, byte] of bytes.entries()) seen.set(address + i, byte);
        }
        expect([...seen].sort((a, b) => a[0] - b[0])).toEqual([...memory].sort((a, b) => a[0] - b[0]));
      }),
    );
  });

  it("never throws on any bytes", () => {
    fc.assert(
      fc.property(fc.constantFrom("S", ":", "S1", ":02"), fc.uint8Array({ maxLength: 400 }), (prefix, bytes) => {
        expect(() => parseFirmware(new Uint8Array([...text(prefix), ...bytes]))).not.toThrow();
      }),
    );
  });
});

function hexLine(address: number, data: Uint8Array): string {
  const bytes = [data.length, address >> 8, address & 255, 0, ...data];
  const sum = (256 - (bytes.reduce((a, b) => a + b, 0) & 255)) & 255;
  return `:${[...bytes, sum].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
