import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ListState,
  nextSort,
  pageCount,
  pageSizeOfText,
  readListState,
  withFilter,
  withSize,
  writeListState,
} from "./list-address.ts";

const shape = { keptSize: 5, sortKeys: ["name", "time"], filterKeys: ["q", "state"] };
const plain: ListState = { page: 1, size: 5, sort: null, filters: {} };

describe("a list in the address [NAV-14]", () => {
  it("is nothing for the plain list", () => {
    expect(writeListState(plain, 5)).toEqual({});
    expect(readListState({}, shape)).toEqual(plain);
  });

  it("takes the person's last size when the address has none", () => {
    expect(readListState({}, { ...shape, keptSize: 20 }).size).toBe(20);
  });

  it.each([
    [{ page: "0" }, plain],
    [{ page: "-3" }, plain],
    [{ page: "1.5" }, plain],
    [{ size: "4" }, plain],
    [{ size: "7.5" }, plain],
    [{ size: "9999" }, plain],
    [{ sort: "password" }, plain],
    [{ q: "" }, plain],
    [{ unknown: "x" }, plain],
  ])("falls back for %j", (search, state) => {
    expect(readListState(search, shape)).toEqual(state);
  });

  it("comes back as it was written", () => {
    const states = fc.record({
      page: fc.integer({ min: 1, max: 10_000 }),
      size: fc.integer({ min: 5, max: 100 }),
      sort: fc.option(fc.record({ key: fc.constantFrom("name", "time"), descending: fc.boolean() })),
      filters: fc.dictionary(fc.constantFrom("q", "state"), fc.string({ minLength: 1 })),
    });
    fc.assert(
      fc.property(states, (state) => {
        expect(readListState(writeListState(state, 5), shape)).toEqual({ ...state, filters: { ...state.filters } });
      }),
    );
  });

  it("starts at the first page when the rows become others", () => {
    expect(withFilter({ ...plain, page: 4 }, "q", "van")).toEqual({ ...plain, filters: { q: "van" } });
  });

  it("keeps the first row in view when the size changes", () => {
    expect(withSize({ ...plain, page: 5 }, 10)).toMatchObject({ page: 3, size: 10 });
    expect(withSize({ ...plain, page: 3, size: 10 }, 5)).toMatchObject({ page: 5, size: 5 });
  });
});

it("a head cycles ascending, descending, unsorted [NAV-14]", () => {
  const up = nextSort(null, "name");
  const down = nextSort(up, "name");
  expect([up, down, nextSort(down, "name")]).toEqual([
    { key: "name", descending: false },
    { key: "name", descending: true },
    null,
  ]);
  expect(nextSort(down, "time")).toEqual({ key: "time", descending: false });
});

it("page sizes are 5 to 25, five unless a known one was kept [NAV-14]", () => {
  expect(pageSizeOfText(null)).toBe(5);
  expect(pageSizeOfText("25")).toBe(25);
  expect(pageSizeOfText("500")).toBe(5);
  expect([pageCount(0, 5), pageCount(5, 5), pageCount(6, 5)]).toEqual([1, 1, 2]);
});
