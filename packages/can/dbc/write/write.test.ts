import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { corpusBytes, corpusFiles, hasCorpus, noCorpus } from "../../testing/corpus.ts";
import { dbcs } from "../../testing/dbc-arbitrary.ts";
import { encodeDbcText } from "../parse/encoding.ts";
import { parseDbc, readDbc } from "../parse/parse.ts";
import { writeDbc } from "./write.ts";

describe("writing", () => {
  it("what is written reads as the same model", () => {
    fc.assert(
      fc.property(dbcs(), (dbc) => {
        const { dbc: again, problems } = parseDbc(writeDbc(dbc));
        expect(problems.filter((problem) => problem.severity === "error" && problem.code !== "noMessages")).toEqual([]);
        expect(again).toEqual(dbc);
      }),
      { numRuns: 100 },
    );
  }, 30_000);

  it.skipIf(!hasCorpus)(
    `every file of the corpus survives reading, writing, reading${noCorpus}`,
    () => {
      const files = corpusFiles("dbc");
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        const { dbc, encoding } = readDbc(corpusBytes(`dbc/${file}`));
        const again = readDbc(encodeDbcText(writeDbc(dbc), encoding));
        // Compared in bulk first: the test library takes seconds for what it could only show anyway.
        if (!isDeepStrictEqual(again.dbc, dbc)) expect([file, again.dbc]).toEqual([file, dbc]);
      }
    },
    60_000,
  );

  it("a text that ends with a backslash keeps the file whole", () => {
    const { dbc } = parseDbc('BO_ 1 M: 8 N\n SG_ S : 0|8@1+ (1,0) [0|0] "" N\n');
    const again = parseDbc(writeDbc({ ...dbc, comment: "C:\\" })).dbc;
    expect(again.comment).toBe("C:\\ ");
    expect(again.messages).toEqual(dbc.messages);
  });
});
