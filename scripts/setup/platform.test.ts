import { describe, expect, it } from "vitest";
import { nodeMajor, platformProblem } from "./platform.mjs";

const good = { os: "linux", arch: "x64", nodeMajor: 20, glibc: true };

describe("the platform check", () => {
  it("is content with Linux x64 and arm64, glibc, Node 20 or later", () => {
    expect(platformProblem(good)).toBeUndefined();
    expect(platformProblem({ ...good, arch: "arm64", nodeMajor: 24 })).toBeUndefined();
    expect(platformProblem()).toBeUndefined();
  });

  it.each([
    [{ os: "darwin" }, /Linux/],
    [{ os: "win32" }, /Linux/],
    [{ arch: "riscv64" }, /riscv64/],
    [{ glibc: false }, /glibc/],
    [{ nodeMajor: 18 }, /Node 20/],
  ])("says in one sentence what is missing: %o", (difference, expected) => {
    const sentence = platformProblem({ ...good, ...difference });
    expect(sentence).toMatch(expected);
    expect(sentence).not.toContain("\n");
  });

  it("reads the major version", () => {
    expect(nodeMajor("v24.21.0")).toBe(24);
  });
});
