import { MAX_PANEL_ITEMS, MAX_PANELS } from "@canopy/contract/signals/layouts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readView, writeView } from "../layouts/view-address.ts";
import {
  addItem,
  addPanel,
  type CurveView,
  EMPTY_VIEW,
  itemsOf,
  movePanel,
  removeItem,
  renamePanel,
} from "./curve-view.ts";

function ok(change: ReturnType<typeof addItem>): CurveView {
  if (!change.ok) throw new Error(change.problem);
  return change.view;
}

const withItems = (count: number) => {
  let view = ok(addPanel(EMPTY_VIEW, "Panel 1"));
  for (let i = 0; i < count; i++) view = ok(addItem(view, 0, `0!d!1!S${i}`));
  return view;
};

describe("panels of curves", () => {
  it("hold ten signals, each with a colour of its own, and no eleventh", () => {
    const view = withItems(MAX_PANEL_ITEMS);
    expect(new Set(itemsOf(view).map(({ colour }) => colour)).size).toBe(10);
    expect(addItem(view, 0, "0!d!1!One")).toEqual({ ok: false, problem: "panelFull" });
    expect(addItem(view, 0, "0!d!1!S3")).toEqual({ ok: true, view });
  });

  it("have names of 2 to 32 characters, each once", () => {
    const view = ok(addPanel(ok(addPanel(EMPTY_VIEW, "Drive")), "Drive"));
    expect(view.panels.map(({ name }) => name)).toEqual(["Drive", "Drive 2"]);
    expect(renamePanel(view, 0, " x ")).toEqual({ ok: false, problem: "nameLength" });
    expect(renamePanel(view, 0, "很")).toEqual({ ok: false, problem: "nameLength" });
    expect(renamePanel(view, 0, "🚗".repeat(33))).toEqual({ ok: false, problem: "nameLength" });
    expect(renamePanel(view, 0, "🚗".repeat(32)).ok).toBe(true);
    expect(renamePanel(view, 0, "Drive 2")).toEqual({ ok: false, problem: "nameTaken" });
  });

  it("keep the colour of a signal when others go, also in another panel", () => {
    let view = ok(addPanel(withItems(3), "Other"));
    view = removeItem(view, "0!d!1!S0");
    view = ok(addItem(view, 1, "0!d!1!S2"));
    expect(view.panels[1]?.items).toEqual([{ key: "0!d!1!S2", colour: 3 }]);
    expect(itemsOf(ok(addItem(view, 0, "0!d!1!New"))).at(2)?.colour).toBe(1);
  });

  it("move", () => {
    const view = { panels: ["a1", "b1", "c1"].map((name) => ({ name, items: [] })) };
    expect(movePanel(view, 0, 3).panels.map(({ name }) => name)).toEqual(["b1", "c1", "a1"]);
    expect(movePanel(view, 2, 0).panels.map(({ name }) => name)).toEqual(["c1", "a1", "b1"]);
  });
});

describe("the address of a view", () => {
  const name = fc.string({ minLength: 2, maxLength: 32, unit: "grapheme" }).filter((text) => {
    const length = [...text.trim()].length;
    return text === text.trim() && length >= 2 && length <= 32;
  });
  const item = fc.record({ key: fc.string({ minLength: 1, maxLength: 40 }), colour: fc.integer({ min: 1, max: 10 }) });
  const panel = fc.record({
    name,
    items: fc.uniqueArray(item, { selector: ({ key }) => key, maxLength: MAX_PANEL_ITEMS }),
  });
  const view = fc.record({
    panels: fc.uniqueArray(panel, { selector: (one) => one.name, minLength: 0, maxLength: MAX_PANELS }),
  });
  const time = fc.option(fc.integer({ min: 0, max: 8_000_000_000_000 }), { nil: null });

  it("opens the same view again", () => {
    fc.assert(
      fc.property(view, time, time, (given, aUs, bUs) => {
        const words = writeView(given, { aUs, bUs });
        const query = new URLSearchParams(
          Object.entries(words).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
        );
        const read = readView(Object.fromEntries(new URLSearchParams(query.toString())));
        expect(read).toEqual({ view: given, cursors: { aUs, bUs } });
      }),
    );
  });

  it("takes any text without failing", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (panels, a) => {
        const { view: read } = readView({ panels, a });
        return read.panels.length <= MAX_PANELS && itemsOf(read).every(({ colour }) => colour >= 1 && colour <= 10);
      }),
    );
    expect(readView({ panels: "P1~k*1~k*2~x*0~y*11~z*3" }).view.panels[0]?.items).toEqual([
      { key: "k", colour: 1 },
      { key: "z", colour: 3 },
    ]);
  });
});
