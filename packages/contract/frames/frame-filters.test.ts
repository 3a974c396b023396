import { describe, expect, it } from "vitest";
import { historyErrors } from "./errors.ts";
import { frameFilters, MAX_FILTER_IDS, MAX_FILTERS_LENGTH } from "./frame-filters.ts";

const rangesOf = (count: number) =>
  JSON.stringify({ ids: Array.from({ length: count }, (_, n) => ({ from: 2 * n, to: 2 * n, extended: false })) });
const problemsOf = (text: string) => frameFilters.safeParse(text).error?.issues.map(({ message }) => message);

describe("the filter of a frame list", () => {
  it("holds 64 ranges of identifiers and refuses more with words of its own [DAT-02]", () => {
    expect(problemsOf(rangesOf(MAX_FILTER_IDS))).toBeUndefined();
    expect(problemsOf(rangesOf(MAX_FILTER_IDS + 1))).toEqual([historyErrors.tooManyIds.code]);
    const longest = rangesOf(1000);
    expect(longest.length).toBeGreaterThan(MAX_FILTERS_LENGTH);
    expect(problemsOf(longest)).toContain(historyErrors.tooManyIds.code);
    expect(historyErrors.tooManyIds.text.en).toContain(String(MAX_FILTER_IDS));
  });
});
