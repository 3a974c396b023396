import { addItem, addPanel, type CurveView, type ViewChange } from "./curve-view.ts";

/** A ticked signal goes into the active panel; the first signal creates a panel. */
export function placeSignal(view: CurveView, key: string, active: number, firstName: string): ViewChange {
  if (view.panels.length > 0) return addItem(view, Math.min(active, view.panels.length - 1), key);
  const added = addPanel(view, firstName);
  return added.ok ? addItem(added.view, 0, key) : added;
}
