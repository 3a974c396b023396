import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FILE_HEAD_BYTES, SEGMENT_FILE_HEAD } from "./file-head.ts";
import { FOOTER_COLUMNS } from "./footer-columns.ts";
import { answerOf, type VectorAnswer, writeVector } from "./make-vectors.ts";
import { describeFile } from "./test-read-file.ts";
import { segmentVectors } from "./test-vectors.ts";

const DOCS = join(import.meta.dirname, "../../../../docs");
const pathOf = (name: string, suffix: "seg" | "json") => join(import.meta.dirname, "fixtures", `${name}.${suffix}`);
const bytesOf = (name: string) => readFileSync(pathOf(name, "seg"));
const answerTo = (name: string): VectorAnswer => JSON.parse(readFileSync(pathOf(name, "json"), "utf8"));
const names = segmentVectors.map(({ name }) => name);

describe("a file of segments of version 1", () => {
  it.each(names)("gives the frames that were written: %s", (name) => {
    const answer = answerTo(name);
    expect(bytesOf(name).subarray(0, FILE_HEAD_BYTES)).toEqual(Buffer.from(SEGMENT_FILE_HEAD));
    expect(answerOf(answer.about, bytesOf(name))).toEqual(answer);
  });

  it.each(segmentVectors)("written anew from its frames holds the same: $name", async (vector) => {
    const [before, now] = [describeFile(bytesOf(vector.name)), describeFile(await writeVector(vector))];
    expect(now.lines).toEqual(before.lines);
    // Lengths are zstd's; what it compresses is ours.
    for (const [i, { runs, minutes }] of before.segments.entries())
      expect(now.segments[i]).toMatchObject({ runs, minutes });
  });

  it("has vectors for every code", () => {
    const runs = names.flatMap((name) => answerTo(name).segments.flatMap((segment) => segment.runs));
    const codes = [
      /steps 0 bits/,
      /steps 11 bits/,
      ...[1, 4, 8, 9, 10, 11, 12, 13, 16, 17, 25, 32].map((bits) => new RegExp(`grid ${bits} bits`)),
      /k 2 bits/,
      /k 9 bits/,
      /group c*d/,
      /group c*p/,
      /own blocks .*c.*d.*p/,
      /no blocks c/,
      ...["/16/8: ", "/32/5: ", "/7/64: ", "/64/1: ", "/1/3: "].map((key) => new RegExp(key)),
    ];
    expect(codes.filter((code) => !runs.some((run) => code.test(run)))).toEqual([]);
  });
});

describe("docs/segment-format.md", () => {
  it("names the columns of the footer in their order", () => {
    const page = readFileSync(join(DOCS, "segment-format.md"), "utf8");
    const rows = [...page.matchAll(/^\| `(\w+)` \| (runs|planes|minutes) \| (\w\d+) \|/gm)];
    const types = new Map([
      [8, "f64"],
      [4, "u32"],
      [2, "u16"],
      [1, "u8"],
    ]);
    expect(rows.map(([, name, part, type]) => ({ name, part, type }))).toEqual(
      FOOTER_COLUMNS.map(({ name, part, type }) => ({ name, part, type: types.get(type.BYTES_PER_ELEMENT) })),
    );
  });

  const hasZstd = ["compression.zstd", "zstandard"].some(
    (module) => spawnSync("/usr/bin/python3", ["-c", `import ${module}`]).status === 0,
  );
  if (!hasZstd) console.log("read_segment.py is not tried: python3 has neither compression.zstd nor zstandard");

  it.skipIf(!hasZstd).each(names)("is enough to write a reader by: %s by read_segment.py", (name) => {
    const run = spawnSync("/usr/bin/python3", [join(DOCS, "read_segment.py"), pathOf(name, "seg")], {
      encoding: "utf8",
    });
    expect(run.stderr).toBe("");
    const { sha256, lines } = answerTo(name);
    expect(run.stdout.split("\n").slice(0, lines.length)).toEqual(lines);
    expect(createHash("sha256").update(run.stdout).digest("hex")).toBe(sha256);
  });
});
