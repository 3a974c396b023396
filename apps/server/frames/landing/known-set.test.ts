import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KnownSet, MOST_ROW_RANGES, type StoredSet } from "./known-set.ts";
import { joinBits, pagesOf, rangesOfPage } from "./sequence-pages.ts";
import type { SequenceRange } from "./sequence-set.ts";

/** The rows of one set as PostgreSQL has them. */
class StoredRows {
  readonly #pages = new Map<number, Uint8Array>();
  row = { first: 0, mark: 0, ranges: [] as number[] };
  version = 0;

  move(ranges: readonly SequenceRange[]): void {
    const gone = new Set(ranges.map(({ from }) => from));
    const { first, mark, ranges: row } = this.row;
    this.row = { first, mark, ranges: row.filter((_, i) => !gone.has(row[i - (i % 2)] as number)) };
    this.version += 1;
    for (const [page, bits] of pagesOf(ranges)) {
      const before = this.#pages.get(page);
      this.#pages.set(page, before ? joinBits(before, bits) : bits);
    }
  }

  load(): StoredSet {
    const paged = [...this.#pages].flatMap(([page, bits]) => rangesOfPage(page, bits));
    const key = { bindingNumber: 1, epoch: 1, newestUs: 0, hasRefusals: false };
    return { ...key, ...this.row, version: this.version, paged };
  }
}

/** The steps of ingest for a group: makes room, writes the row, updates the set. */
function store(rows: StoredRows, set: KnownSet, sequences: readonly number[]): void {
  const excess = set.overflow(sequences);
  if (excess !== undefined) {
    rows.move(excess);
    set.paged(excess);
  }
  rows.row = set.rowWith(sequences);
  rows.version += 1;
  set.advance(sequences, 0);
}

/** Holes everywhere, near a page's edge and far apart. */
const sequence = fc.oneof(fc.nat(300), fc.integer({ min: 8100, max: 8300 }), fc.nat(2 ** 32 - 1));
const groups = fc.array(
  fc.record({ list: fc.array(sequence, { minLength: 1, maxLength: 60 }), isNewProcess: fc.boolean() }),
  { maxLength: 12 },
);

describe("the sequences that ingest knows", () => {
  it("are those that were stored, in row and pages, for this process and the next", () => {
    fc.assert(
      fc.property(groups, fc.array(sequence, { maxLength: 50 }), (steps, others) => {
        const rows = new StoredRows();
        const model = new Set<number>();
        let set = new KnownSet(rows.load());
        for (const { list, isNewProcess } of steps) {
          const added = [...new Set(list)].filter((one) => !set.has(one));
          if (added.length > 0) store(rows, set, added);
          for (const one of added) model.add(one);
          if (isNewProcess) set = new KnownSet(rows.load());
          expect(set.version).toBe(rows.version);
          for (const one of [...list, ...others, ...others.map((other) => other + 1)])
            expect(set.has(one)).toBe(model.has(one));
        }
        const last = new KnownSet(rows.load());
        for (const one of model) expect(last.has(one)).toBe(true);
        expect(last.rangeCount).toBe(set.rangeCount);
      }),
      { numRuns: 300 },
    );
  });

  it("leave the row with few ranges: the rest goes to pages before the next group", () => {
    const rows = new StoredRows();
    const set = new KnownSet(rows.load());
    for (let group = 0; group < 20; group += 1)
      store(
        rows,
        set,
        Array.from({ length: 30 }, (_, i) => 2 * (30 * group + i)),
      );
    expect(rows.row.ranges.length / 2).toBeLessThanOrEqual(MOST_ROW_RANGES);
    expect(new KnownSet(rows.load()).rangeCount).toBe(600);
  });

  it("leave a long live range in the row, however many batches come at once", () => {
    const rows = new StoredRows();
    const set = new KnownSet(rows.load());
    store(rows, set, [0]);
    const from = 1_000_000;
    rows.row = { ...rows.row, ranges: [from, 2 * from] };
    const live = new KnownSet(rows.load());
    const next = Array.from({ length: 64 }, (_, i) => 2 * from + 1 + i);
    expect(live.overflow(next)).toBeUndefined();
  });

  it("a range over several pages is the same when it comes back", () => {
    const range = fc.record({ from: fc.nat(2 ** 40), length: fc.nat(30_000) });
    fc.assert(
      fc.property(range, ({ from, length }) => {
        const ranges = [...pagesOf([{ from, to: from + length }])].flatMap(([page, bits]) => rangesOfPage(page, bits));
        expect(ranges[0]?.from).toBe(from);
        expect(ranges.at(-1)?.to).toBe(from + length);
        expect(ranges.reduce((sum, one) => sum + one.to - one.from + 1, 0)).toBe(length + 1);
      }),
    );
  });
});
