import { MAX_PANEL_ITEMS, MAX_PANELS, PANEL_NAME_MAX, PANEL_NAME_MIN } from "@canopy/contract/signals/layouts";

/** A signal in a panel: its key (the text form of a signal reference) and its colour, one of ten. */
export interface CurveItem {
  readonly key: string;
  /** Starts at 1. */
  readonly colour: number;
}

export interface CurvePanel {
  readonly name: string;
  readonly items: readonly CurveItem[];
}

/** The panels and their signals. Together with range and cursors this is the view stored in the address. */
export interface CurveView {
  readonly panels: readonly CurvePanel[];
}

export const EMPTY_VIEW: CurveView = { panels: [] };

export type ViewProblem = "panelFull" | "tooManyPanels" | "nameLength" | "nameTaken";
export type ViewChange = { ok: true; view: CurveView } | { ok: false; problem: ViewProblem };

const done = (panels: readonly CurvePanel[]): ViewChange => ({ ok: true, view: { panels } });
const refused = (problem: ViewProblem): ViewChange => ({ ok: false, problem });

export function panelName(text: string): string | null {
  const name = text.trim();
  const length = [...name].length;
  return length >= PANEL_NAME_MIN && length <= PANEL_NAME_MAX ? name : null;
}

export function itemsOf(view: CurveView): CurveItem[] {
  return view.panels.flatMap(({ items }) => items);
}

/** Every signal once, in the order of the panels; a signal may be in two panels. */
export function keysOf(view: CurveView): string[] {
  return [...new Set(itemsOf(view).map(({ key }) => key))];
}

export function colourOf(view: CurveView, key: string): number | undefined {
  return itemsOf(view).find((item) => item.key === key)?.colour;
}

/** Adds a panel; a name in use gets a number. */
export function addPanel(view: CurveView, name: string): ViewChange {
  if (view.panels.length >= MAX_PANELS) return refused("tooManyPanels");
  const fitting = panelName(name);
  if (fitting === null) return refused("nameLength");
  return done([...view.panels, { name: freeName(view, fitting), items: [] }]);
}

export function renamePanel(view: CurveView, index: number, text: string): ViewChange {
  const name = panelName(text);
  if (name === null) return refused("nameLength");
  if (view.panels.some((panel, i) => i !== index && panel.name === name)) return refused("nameTaken");
  return done(view.panels.map((panel, i) => (i === index ? { ...panel, name } : panel)));
}

export function removePanel(view: CurveView, index: number): CurveView {
  return { panels: view.panels.filter((_, i) => i !== index) };
}

/** Moves a panel before the panel at index `to`. */
export function movePanel(view: CurveView, from: number, to: number): CurveView {
  const panels = [...view.panels];
  const [taken] = panels.splice(from, 1);
  if (taken) panels.splice(to > from ? to - 1 : to, 0, taken);
  return { panels };
}

/** Adds a signal to a panel unless it is there. A signal has the same colour in every panel. */
export function addItem(view: CurveView, index: number, key: string): ViewChange {
  const panel = view.panels[index];
  if (!panel) return refused("tooManyPanels");
  if (panel.items.some((item) => item.key === key)) return done(view.panels);
  if (panel.items.length >= MAX_PANEL_ITEMS) return refused("panelFull");
  const item = { key, colour: colourFor(view, panel, key) };
  return done(view.panels.map((one, i) => (i === index ? { ...one, items: [...one.items, item] } : one)));
}

/** Removes a signal from one panel, or from all. The emptied panel stays. */
export function removeItem(view: CurveView, key: string, index?: number): CurveView {
  return {
    panels: view.panels.map((panel, i) =>
      index === undefined || i === index ? { ...panel, items: panel.items.filter((item) => item.key !== key) } : panel,
    ),
  };
}

/** The signal's present colour, else one unused in the view, else one unused in this panel. */
function colourFor(view: CurveView, panel: CurvePanel, key: string): number {
  const own = colourOf(view, key);
  const here = new Set(panel.items.map(({ colour }) => colour));
  if (own !== undefined && !here.has(own)) return own;
  const anywhere = new Set(itemsOf(view).map(({ colour }) => colour));
  const numbers = Array.from({ length: MAX_PANEL_ITEMS }, (_, i) => i + 1);
  return numbers.find((n) => !anywhere.has(n)) ?? numbers.find((n) => !here.has(n)) ?? 1;
}

function freeName(view: CurveView, name: string): string {
  const taken = new Set(view.panels.map((panel) => panel.name));
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) {
    const numbered = `${[...name].slice(0, PANEL_NAME_MAX - 3).join("")} ${n}`;
    if (!taken.has(numbered)) return numbered;
  }
}
