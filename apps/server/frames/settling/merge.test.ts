import { describe, expect, it } from "vitest";
import { bySize } from "./merge.ts";

const MB = 1024 * 1024;
const rows = (count: number, length: number, footerLength: number) =>
  Array.from({ length: count }, () => ({ length, footerLength }));
const sizes = (groups: readonly (readonly unknown[])[]) => groups.map(({ length }) => length);

describe("segments that become one", () => {
  it("are all those of an ordinary day [DAT-08]", () => {
    expect(sizes(bySize(rows(24, 6 * MB, 60_000)))).toEqual([24]);
  });

  it("are at most 512 MB", () => {
    expect(sizes(bySize(rows(5, 200 * MB, 1000)))).toEqual([2, 2, 1]);
  });

  it("have footers of at most 4 MB: with random identifiers each frame is a run of its own", () => {
    expect(sizes(bySize(rows(7, MB, 1.5 * MB)))).toEqual([2, 2, 2, 1]);
  });

  it("are a group of one where it is too large already", () => {
    expect(sizes(bySize([...rows(1, 600 * MB, 5 * MB), ...rows(2, MB, 1000)]))).toEqual([1, 2]);
  });
});
