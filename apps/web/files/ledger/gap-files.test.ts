import type { Gap } from "@canopy/contract/files/gaps";
import { describe, expect, it } from "vitest";
import { filesToRecall, recallOf, shareText } from "./gap-files.ts";

const file = (name: string, changes: Partial<Gap["files"][number]> = {}) => ({
  ...{ name, size: 10, is_writing: false, is_too_large: false, is_in_cloud: false, recall_state: null, share: null },
  ...changes,
});
const gap = (...files: Gap["files"]): Gap => ({
  ...{ start_time: 0, end_time: 60_000, channels: [0], state: "card", cause: "offline" },
  files,
});

describe("what a recall of gaps fetches [DAT-10]", () => {
  it("is exactly their files, each once", () => {
    expect(recallOf([gap(file("a"), file("b")), gap(file("b"))], 20)).toEqual({ names: ["a", "b"], size: 20, gaps: 2 });
  });

  it("leaves out what cannot come now or is here", () => {
    const some = [
      file("writing", { is_writing: true }),
      file("large", { is_too_large: true }),
      file("cloud", { is_in_cloud: true, recall_state: "done" }),
      file("running", { recall_state: "getting" }),
      file("failed", { recall_state: "failed" }),
    ];
    expect(filesToRecall(gap(...some)).map(({ name }) => name)).toEqual(["failed"]);
  });

  it("takes whole gaps as long as they fit, and of one that never fits a part", () => {
    const many = (start: number, count: number) =>
      gap(...Array.from({ length: count }, (_, i) => file(String(start + i))));
    expect(recallOf([many(0, 12), many(12, 8), many(20, 1)], 20)).toMatchObject({ gaps: 2, size: 200 });
    expect(recallOf([many(0, 30)], 20).names).toHaveLength(20);
    expect(recallOf([many(0, 3)], 0)).toEqual({ names: [], size: 0, gaps: 0 });
  });
});

describe("the share of a ledger [DAT-10]", () => {
  it.each([
    [0, "0 %"],
    [0.00001, "< 0.1 %"],
    [0.001, "0.1 %"],
    [0.961, "96.1 %"],
    [0.999, "99.9 %"],
    [0.99999, "> 99.9 %"],
    [1, "100 %"],
  ])("%s is %s", (share, text) => {
    expect(shareText(share)).toBe(text);
  });
});
