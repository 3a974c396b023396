import { SHORTEST_RANGE_MS, type TimeSpan } from "../../ui/time/timeline.ts";

/** Parameters in the address of a device's page. */
export interface DetailsAddress {
  thingsId: string;
  tab: string;
  sub: string;
  /** A chosen range; without it the page follows now. */
  range: TimeSpan | null;
  /** While following now: how much of the past is shown. */
  liveLengthMs: number;
  cursorMs: number | null;
  /** The tab's own words. */
  search: Readonly<Record<string, string>>;
}

export const DEFAULT_LIVE_MS = 30 * 60_000;
/** Far more than retention keeps; an address can be typed by hand. */
const LONGEST_LIVE_MS = 400 * 86_400_000;

/** A curve may show a few frames only; the handles of the time bar stop earlier. */
const SHORTEST_SEEN_MS = 10;

const OWN = ["id", "tab", "sub", "from", "to", "last", "at"];

/** What is looked for in frames, and whether the pane for sending is open: they stay when the tab changes. */
const STAYING = ["q", "ch", "dir", "type", "view", "send"];

export function stayingWords(search: DetailsAddress["search"]): DetailsAddress["search"] {
  return Object.fromEntries(Object.entries(search).filter(([key]) => STAYING.includes(key)));
}

/** Whatever does not fit falls back in silence. */
export function readAddress(search: Readonly<Record<string, unknown>>): DetailsAddress {
  const text = (key: string) => (search[key] === undefined ? "" : String(search[key]));
  const time = (key: string) => {
    const value = Number(text(key) || Number.NaN);
    return Number.isFinite(value) && value >= 0 && value <= 8.64e15 ? Math.round(value) : null;
  };
  const fromMs = time("from");
  const toMs = time("to");
  const ordered = fromMs !== null && toMs !== null && toMs - fromMs >= SHORTEST_SEEN_MS;
  const seconds = time("last");
  return {
    thingsId: text("id"),
    tab: text("tab"),
    sub: text("sub"),
    range: ordered ? { fromMs, toMs } : null,
    liveLengthMs: seconds ? Math.min(LONGEST_LIVE_MS, Math.max(SHORTEST_RANGE_MS, seconds * 1000)) : DEFAULT_LIVE_MS,
    cursorMs: time("at"),
    search: Object.fromEntries(
      Object.entries(search).flatMap(([key, value]) => (OWN.includes(key) ? [] : [[key, String(value)]])),
    ),
  };
}

/** Only parameters that differ from the default. */
export function writeAddress(address: DetailsAddress): Record<string, string | number> {
  const { thingsId, tab, sub, range, liveLengthMs, cursorMs, search } = address;
  return {
    id: thingsId,
    ...(tab ? { tab } : {}),
    ...(sub ? { sub } : {}),
    ...(range ? { from: Math.round(range.fromMs), to: Math.round(range.toMs) } : {}),
    ...(!range && liveLengthMs !== DEFAULT_LIVE_MS ? { last: Math.round(liveLengthMs / 1000) } : {}),
    ...(cursorMs === null ? {} : { at: Math.round(cursorMs) }),
    ...search,
  };
}
