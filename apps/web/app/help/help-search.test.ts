import { signInErrors } from "@canopy/contract/accounts/errors";
import { describe, expect, it } from "vitest";
import { type HelpBook, piecesOf, readBook } from "./help-book.ts";
import { indexHelp, searchHelp } from "./help-search.ts";

const book: HelpBook = readBook([
  "# one\npicture: first\nFor the **first** thing.\n## steps\n- Press `Go`, see [[two]].\n## limits\n- At most 5.\n" +
    "## words\n- Frame: A message on the bus.\n# two\nAbout the second.\n# errors\nCodes.\n## words\n" +
    "- iot-control.10024: The lockout, see [[one]].",
]);

const index = indexHelp({
  book,
  errors: Object.values(signInErrors),
  language: "en",
  titleOf: (section) => ({ one: "First page", two: "Second page" })[section] ?? section,
  wordOf: (_, word) => word,
});
const found = (typed: string) => searchHelp(index, typed).map(({ section, anchor }) => `${section}#${anchor ?? ""}`);

describe("the search of the help", () => {
  it("finds an error by its number, with what to do about it [NAV-11]", () => {
    expect(found("10024")).toEqual(["errors#error-iot-control.10024"]);
    expect(found("lockout")).toEqual(["errors#error-iot-control.10024"]);
    expect(searchHelp(index, "10024")[0]?.text).toContain("see First page");
  });

  it("finds titles before words, words before texts [NAV-11]", () => {
    expect(found("second page")[0]).toBe("two#");
    expect(found("bus message")).toEqual(["one#part-words"]);
    expect(found("AT MOST")).toEqual(["one#part-limits"]);
  });

  it("finds nothing for nothing, and nothing for what is not there", () => {
    expect(found("  ")).toEqual([]);
    expect(found("no such thing at all")).toEqual([]);
  });
});

describe("a file of the help", () => {
  it("is read into sections with their parts", () => {
    expect(book.get("one")).toMatchObject({ picture: "first", steps: ["Press `Go`, see [[two]]."] });
    expect(piecesOf("Press `Go`, see [[two]].").map(({ kind }) => kind)).toEqual([
      "text",
      "code",
      "text",
      "link",
      "text",
    ]);
  });

  it.each([
    ["# a\n## nonsense\n- x", /unknown part/],
    ["# a\n## words\n- no meaning", /no meaning/],
    ["# a\nx\n# a\ny", /two sections/],
  ])("that is wrong is refused", (text, why) => {
    expect(() => readBook([text])).toThrow(why);
  });
});
