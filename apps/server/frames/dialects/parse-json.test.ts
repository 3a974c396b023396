import { describe, expect, it } from "vitest";
import { parseJson } from "./parse-json.ts";

const parsed = (text: string) => parseJson(Buffer.from(text));

describe("JSON of a terminal", () => {
  it("may escape what it likes", () => {
    expect(parsed('{"text":"\\u8f66 \\ud83d\\ude00"}')).toEqual({ text: "车 😀" });
    expect(parsed("{")).toBeUndefined();
  });

  it("loses the characters that no database keeps, in texts and names", () => {
    expect(parsed('"bus-off\\u0000\\u0000"')).toBe("bus-off");
    expect(parsed('{"a":["\\ud800"],"n":1}')).toEqual({ a: ["\uFFFD"], n: 1 });
    expect(parsed('{"a\\u0000":{"b":"c\\u0000"}}')).toEqual({ a: { b: "c" } });
  });
});
