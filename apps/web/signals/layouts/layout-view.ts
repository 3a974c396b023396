import type { CurveLayout, LayoutContent } from "@canopy/contract/signals/layouts";
import { formatSignal, parseSignal } from "@canopy/contract/signals/signal-reference";
import type { CurveView } from "../curves/curve-view.ts";

/** The stored form of a view: signals by their parts instead of text, so that the uses of a DBC can be found. */
export function panelsOf(view: CurveView): LayoutContent["panels"] {
  return view.panels.map(({ name, items }) => ({
    name,
    items: items.flatMap(({ key, colour }) => {
      const reference = parseSignal(key);
      return reference ? [{ ...reference, colour }] : [];
    }),
  }));
}

/** A template takes the channel on which it is opened. */
export function viewOf(panels: LayoutContent["panels"], channel?: number): CurveView {
  return {
    panels: panels.map(({ name, items }) => ({
      name,
      items: items.map(({ colour, ...reference }) => ({
        key: formatSignal(channel === undefined ? reference : { ...reference, channel }),
        colour,
      })),
    })),
  };
}

/** The newest layout with at least one signal; removing a binding empties the panels of its layouts. */
export function keptLast(layouts: readonly CurveLayout[]): CurveLayout | undefined {
  return layouts
    .filter(({ panels }) => panels.some(({ items }) => items.length > 0))
    .reduce<CurveLayout | undefined>(
      (last, one) => (last && last.updated_time >= one.updated_time ? last : one),
      undefined,
    );
}
