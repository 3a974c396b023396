import { describe, expect, it } from "vitest";
import { freeName, readFileText } from "./read-file.ts";

describe("a panel file [STA-05]", () => {
  it("is read where it is JSON; where not, it says what and where", () => {
    expect(readFileText('{"format": "canopy-panel"}')).toEqual({ kind: "file", file: { format: "canopy-panel" } });
    expect(readFileText("[1]")).toEqual({ kind: "file", file: {} });
    expect(readFileText('{\n "a": ]')).toEqual({ kind: "notJson", why: expect.stringContaining("]") });
  });

  it("comes in under its name, or with the first number that is free", () => {
    expect(freeName("Bench", ["Other"])).toBe("Bench");
    expect(freeName("Bench", ["bench", "Bench 2"])).toBe("Bench 3");
    const long = "x".repeat(50);
    expect(freeName(long, [long])).toBe(`${"x".repeat(48)} 2`);
  });
});
