import { MAX_PANEL_ITEMS } from "@canopy/contract/signals/layouts";
import { addItem, addPanel, type CurveView, type ViewChange } from "./curve-view.ts";

/** What decides where a signal goes that was only ticked. */
export interface Placed {
  readonly key: string;
  readonly unit: string;
  readonly isState: boolean;
}

export interface PanelNames {
  readonly states: string;
  panel(number: number): string;
}

/** More units than this in one panel are hard to read; dragging puts in whatever one wants. */
const UNITS = 2;

/** States go together; a line goes where its unit is, else where there is room for another axis, else to a new panel. */
export function placeSignal(
  view: CurveView,
  signal: Placed,
  known: (key: string) => Placed | undefined,
  names: PanelNames,
): ViewChange {
  const panels = view.panels.map((panel) => ({
    free: panel.items.length < MAX_PANEL_ITEMS,
    empty: panel.items.length === 0,
    kinds: panel.items.flatMap(({ key }) => known(key) ?? []),
  }));
  const unitsOf = (kinds: readonly Placed[]) =>
    new Set(kinds.filter(({ isState }) => !isState).map(({ unit }) => unit));
  const fitting = signal.isState
    ? panels.findIndex(({ free, empty, kinds }) => free && (empty || kinds.some(({ isState }) => isState)))
    : panels.findIndex(({ free, kinds }) => free && unitsOf(kinds).has(signal.unit));
  const roomy = panels.findIndex(
    ({ free, empty, kinds }) =>
      free && (empty || (kinds.some(({ isState }) => !isState) && unitsOf(kinds).size < UNITS)),
  );
  const index = fitting >= 0 ? fitting : signal.isState ? -1 : roomy;
  if (index >= 0) return addItem(view, index, signal.key);
  const added = addPanel(view, signal.isState ? names.states : names.panel(view.panels.length + 1));
  return added.ok ? addItem(added.view, added.view.panels.length - 1, signal.key) : added;
}
