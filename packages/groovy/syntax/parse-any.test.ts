import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { translate } from "../emit/translate.ts";
import { conformanceScripts } from "../testing/scripts.ts";

const scripts = [...conformanceScripts().values()];
const PIECES = [
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  "->",
  "${",
  '"',
  "'",
  "'''",
  '"""',
  "/",
  "$/",
  "def ",
  "class ",
  "?.",
  "*.",
  "*",
  "..<",
  "\n",
  "case ",
  "0x",
  "1e9",
  "\\",
  "@",
  "#",
  "?",
  ":",
  "new ",
  "it",
  "\0",
  "中",
];

/** Translates, or tells a problem; what it translates JavaScript can read. */
function survives(source: string): void {
  const result = translate(source);
  if (result.ok) expect(new Function(`return ${result.code}`)).toBeTypeOf("function");
  else expect(result.problems.map(({ line, column }) => Math.min(line, column))).not.toContain(0);
}

describe("the translator", () => {
  it("answers any text with code or a problem [TST-02]", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), survives), { numRuns: 2000 });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES, "x", "1", " ", "=", "+"), { maxLength: 30 }), (parts) =>
        survives(parts.join("")),
      ),
      { numRuns: 3000 },
    );
  });

  it("answers spoiled scripts with code or a problem [TST-02]", () => {
    const spoiled = fc.tuple(fc.constantFrom(...scripts), fc.nat(), fc.nat(30), fc.constantFrom("", ...PIECES));
    fc.assert(
      fc.property(spoiled, ([source, at, cut, piece]) =>
        survives(source.slice(0, at % source.length) + piece + source.slice((at % source.length) + cut)),
      ),
      { numRuns: 3000 },
    );
  });

  it("refuses nesting that would end its stack [TST-02]", () => {
    for (const piece of ["(", "[", "{", "-", "!", "[a:", "x(", "{ -> ", "if (1) ", "x ? ", "x = "]) {
      const result = translate(piece.repeat(50_000));
      expect(result.ok).toBe(false);
    }
    expect(translate(`println ${"1 + ".repeat(400)}1`).ok).toBe(true);
  });
});
