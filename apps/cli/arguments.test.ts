import { describe, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";
import { UsageError } from "./command.ts";

const OPTIONS = { token: { type: "string" }, json: { type: "boolean" } } as const;

describe("arguments of a command", () => {
  it("take a text that begins with a dash as the option's value", () => {
    const { values, positionals } = readArguments(["a.blf", "--token", "-3Pml2", "--json"], OPTIONS);
    expect({ ...values }).toEqual({ token: "-3Pml2", json: true });
    expect(positionals).toEqual(["a.blf"]);
    expect({ ...readArguments(["--token", "--3Pml2"], OPTIONS).values }).toEqual({ token: "--3Pml2" });
  });

  it("do not take the next option for a missing value", () => {
    expect(() => readArguments(["--token", "--json"], OPTIONS)).toThrow(UsageError);
    expect(() => readArguments(["--json", "--unknown"], OPTIONS)).toThrow(UsageError);
  });
});
