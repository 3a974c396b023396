import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nativeBlock } from "./native-block.ts";
import { joinBlocks } from "./read-numbers.ts";

const double = fc.double({ noDefaultInfinity: true });
/** Blocks of three columns, each as long as the others of its block. */
const blocks = fc.array(
  fc.integer({ min: 0, max: 20 }).chain((rows) => {
    const column = fc.array(double, { minLength: rows, maxLength: rows });
    return fc.tuple(column, column, column);
  }),
);

const written = (all: readonly (readonly number[])[][]) =>
  Buffer.concat(
    all.flatMap((columns) =>
      nativeBlock(
        columns.map((values, i) => ({ name: `c${i}`, type: "Float64", values: Float64Array.from(values) })),
        columns[0]?.length ?? 0,
      ),
    ),
  );

describe("columns of numbers", () => {
  it("are what the blocks have, one after the other", () => {
    fc.assert(
      fc.property(blocks, (all) => {
        const { rows, columns } = joinBlocks(written(all), 3);
        expect(rows).toBe(all.reduce((sum, [first]) => sum + first.length, 0));
        for (const [i, column] of columns.entries())
          expect([...column]).toEqual(all.flatMap((block) => block[i as 0 | 1 | 2]));
      }),
    );
  });

  it("are refused when the answer is cut or has others", () => {
    const bytes = written([
      [
        [1, 2],
        [3, 4],
        [5, Number.NaN],
      ],
    ]);
    for (let length = 1; length < bytes.length; length += 1)
      expect(() => joinBlocks(bytes.subarray(0, length), 3)).toThrow(/ends within a block|columns/);
    expect(() => joinBlocks(bytes, 2)).toThrow("the store answered 3 columns");
  });
});
