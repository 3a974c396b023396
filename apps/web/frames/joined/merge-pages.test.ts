import type { StoredFrameRow } from "@canopy/contract/frames/history";
import fc from "fast-check";
import { expect, it } from "vitest";
import { mergePages } from "./merge-pages.ts";

const frame = (time: number, n: number): StoredFrameRow => ({
  key: `${time}.${n}`,
  time: String(time),
  channel: 0,
  id: 1,
  extended: false,
  type: "classic",
  direction: "received",
  brs: false,
  esi: false,
  length: 0,
  data: "",
});

/** As the server answers: what lies behind the cursor. */
function pageOf(stored: readonly StoredFrameRow[], size: number, cursor: string | undefined) {
  const from = cursor === undefined ? 0 : stored.findIndex(({ key }) => key === cursor) + 1;
  return { list: stored.slice(from, from + size), hasMore: from + size < stored.length };
}

it("pages of any sources, one after the other, are all frames once and in the order of time [DEV-11]", () => {
  const times = fc.array(fc.nat(50), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 7 }), (sources, size) => {
      const stored = sources.map((list) => [...list].sort((a, b) => a - b).map(frame));
      const read: string[] = [];
      let cursors: Readonly<Record<number, string>> = {};
      for (let more = true; more; ) {
        const pages = stored.map((list, source) => ({ source, ...pageOf(list, size, cursors[source]) }));
        const page = mergePages(pages, size, cursors);
        read.push(...page.list.map(({ source, key }) => `${source}/${key}`));
        cursors = page.cursors;
        more = page.hasMore;
      }
      expect(read).toHaveLength(stored.flat().length);
      expect(new Set(read).size).toBe(read.length);
      const order = read.map((key) => Number(key.split("/")[1]?.split(".")[0]));
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
  );
});
