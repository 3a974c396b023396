import { MAX_PANEL_ITEMS, MAX_PANELS } from "@canopy/contract/signals/layouts";
import { type CurveItem, type CurvePanel, type CurveView, EMPTY_VIEW, panelName } from "../curves/curve-view.ts";

/** The two cursors, in microseconds. */
export interface Cursors {
  readonly aUs: number | null;
  readonly bUs: number | null;
}

export const NO_CURSORS: Cursors = { aUs: null, bUs: null };

/** The keys of the address; panels as `name~signal*colour~…;name~…`. */
export interface ViewWords {
  panels: string | undefined;
  a: string | undefined;
  b: string | undefined;
}

const LATEST_US = 8.64e18 / 1000;
/** Maximum length of a signal in the address: names in a DBC have up to 128 characters. */
const LONGEST_KEY = 256;

export function writeView(view: CurveView, cursors: Cursors): ViewWords {
  const text = view.panels.map(writePanel).join(";");
  const time = (us: number | null) => (us === null ? undefined : String(Math.round(us)));
  return { panels: text === "" ? undefined : text, a: time(cursors.aUs), b: time(cursors.bUs) };
}

/** Invalid parts are skipped silently: an address can be typed by hand. */
export function readView(words: Readonly<Record<string, string | undefined>>): { view: CurveView; cursors: Cursors } {
  return { view: readPanels(words.panels ?? ""), cursors: { aUs: readTime(words.a), bUs: readTime(words.b) } };
}

function writePanel({ name, items }: CurvePanel): string {
  return [escapeMarks(name), ...items.map(({ key, colour }) => `${escapeMarks(key)}*${colour}`)].join("~");
}

function readPanels(text: string): CurveView {
  if (text === "") return EMPTY_VIEW;
  const panels: CurvePanel[] = [];
  for (const part of text.split(";")) {
    const [head = "", ...rest] = part.split("~");
    const name = panelName(readMarks(head));
    if (name === null || panels.length >= MAX_PANELS || panels.some((panel) => panel.name === name)) continue;
    panels.push({ name, items: readItems(rest) });
  }
  return { panels };
}

function readItems(texts: readonly string[]): CurveItem[] {
  const items: CurveItem[] = [];
  for (const text of texts) {
    const [, escaped = "", number] = /^([^*]+)\*(\d{1,2})$/.exec(text) ?? [];
    const key = readMarks(escaped);
    const colour = Number(number);
    if (!key || key.length > LONGEST_KEY || colour < 1 || colour > MAX_PANEL_ITEMS) continue;
    if (items.length < MAX_PANEL_ITEMS && !items.some((item) => item.key === key)) items.push({ key, colour });
  }
  return items;
}

function readTime(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return null;
  const us = Number(text);
  return us <= LATEST_US ? us : null;
}

const MARKS = /[%~;*]/g;

function escapeMarks(name: string): string {
  return name.replace(MARKS, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

function readMarks(text: string): string {
  return text.replace(/%([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
