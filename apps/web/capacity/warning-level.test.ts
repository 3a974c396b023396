import { describe, expect, it } from "vitest";
import { type Amount, dataLevel, downloadLevel, fileLevel, type WarningLevel, worstOf } from "./warning-level.ts";

const MB = 1024 * 1024;
const of = (used: number, total: number | null): Amount => ({ used, total });

describe("the warning of a source", () => {
  it.each<[string, Amount, WarningLevel]>([
    ["without a quota", of(1e15, null), "normal"],
    ["at exactly 5 % remaining", of(95, 100), "normal"],
    ["below 5 % remaining", of(95.1, 100), "warning"],
    ["with nothing remaining", of(100, 100), "full"],
    ["after a package cut", of(120, 100), "full"],
    ["with a package of nothing", of(0, 0), "full"],
  ])("data %s [CAP-03]", (_, amount, level) => {
    expect(dataLevel(amount)).toBe(level);
  });

  it.each<[string, Amount, WarningLevel]>([
    ["without a quota", of(100, null), "normal"],
    ["above 5 % remaining", of(94.9, 100), "normal"],
    ["at 5 % remaining", of(95, 100), "warning"],
    ["with nothing remaining", of(100, 100), "full"],
  ])("files %s [CAP-03]", (_, amount, level) => {
    expect(fileLevel(amount)).toBe(level);
  });

  it.each<[string, Amount, WarningLevel]>([
    ["without a quota", of(100, null), "normal"],
    ["above 300 MB", of(1000 * MB - 301 * MB, 1000 * MB), "normal"],
    ["at 300 MB", of(700 * MB, 1000 * MB), "warning"],
    ["with nothing remaining", of(1000 * MB, 1000 * MB), "full"],
  ])("download %s [CAP-03]", (_, amount, level) => {
    expect(downloadLevel(amount)).toBe(level);
  });

  it("of all is the worst [CAP-03]", () => {
    expect(worstOf([])).toBe("normal");
    expect(worstOf(["normal", "warning"])).toBe("warning");
    expect(worstOf(["full", "warning", "normal"])).toBe("full");
  });
});
