import { describe, expect, it } from "vitest";
import { nameList } from "./answers.ts";

describe("a list of names", () => {
  it("names all up to three, then tells how many more there are, in both languages", () => {
    expect(nameList(["a", "b", "c"], "en")).toBe("a, b, c");
    expect(nameList(["a", "b", "c", "d", "e"], "en")).toBe("a, b, c and 2 more");
    expect(nameList(["a", "b", "c", "d", "e"], "zh")).toBe("a、b、c 等 5 处");
  });
});
