import { LOG_RESULTS } from "@canopy/contract/accounts/operation-log";
import type { ListState } from "../../ui/list/list-address.ts";
import { LOG_MODULES } from "./log-modules.ts";

/** Days back from now. */
export const SPANS = ["1", "7", "30"] as const;
/** A range of one's own, whose ends are `from` and `to`. */
export const OWN = "own";
const DAY_MS = 86_400_000;
/** What a range of one's own begins with. */
const OWN_DAYS = 7;

/** In the address: the filters, then the row that the page begins behind. */
export const LOG_FILTERS = ["words", "user", "module", "result", "span", "from", "to", "before", "after"] as const;
type LogFilter = Exclude<(typeof LOG_FILTERS)[number], "before" | "after">;

interface Cursor {
  readonly before?: number;
  readonly after?: number;
}

interface LogPlace {
  readonly filter: {
    readonly words: string;
    readonly user: string;
    readonly module: string;
    readonly result: "" | (typeof LOG_RESULTS)[number];
    readonly start_time?: number;
    readonly end_time?: number;
  };
  readonly cursor: Cursor;
  readonly span: string;
  readonly isFiltered: boolean;
}

/** An address can be typed by hand: whatever does not fit falls back in silence. */
export function readPlace({ filters }: Pick<ListState, "filters">, nowMs: number): LogPlace {
  const { words = "", user = "" } = filters;
  const module = LOG_MODULES.find((each) => each === filters.module) ?? "";
  const result = LOG_RESULTS.find((each) => each === filters.result) ?? "";
  const span = filters.span === OWN ? OWN : (SPANS.find((each) => each === filters.span) ?? "");
  const before = numberOf(filters.before);
  const after = before === undefined ? numberOf(filters.after) : undefined;
  return {
    filter: { words, user, module, result, ...timesOf(filters, span, nowMs) },
    cursor: { ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
    span,
    isFiltered: [words, user, module, result, span].some((each) => each !== ""),
  };
}

/** Other rows: from the newest again. */
export function withLogFilter(state: ListState, change: Partial<Record<LogFilter, string>>): ListState {
  const { before: _, after: __, ...filters } = state.filters;
  return { ...state, page: 1, filters: { ...filters, ...change } };
}

/** The ends go with any other span. */
export function withSpan(state: ListState, span: string, nowMs: number): ListState {
  if (span !== OWN) return withLogFilter(state, { span, from: "", to: "" });
  const { start_time = nowMs - OWN_DAYS * DAY_MS } = readPlace(state, nowMs).filter;
  return withLogFilter(state, { span, from: String(start_time), to: String(nowMs) });
}

/** The rows older or newer than this one; undefined: the newest. */
export function withCursor(state: ListState, cursor: Cursor | undefined): ListState {
  const { filters } = withLogFilter(state, {});
  const at = Object.entries(cursor ?? {}).map(([key, seq]) => [key, String(seq)]);
  return { ...state, filters: { ...filters, ...Object.fromEntries(at) } };
}

function timesOf(filters: ListState["filters"], span: string, nowMs: number) {
  if (span === "") return {};
  if (span !== OWN) return { start_time: nowMs - Number(span) * DAY_MS };
  const [start_time, end_time] = [numberOf(filters.from), numberOf(filters.to)];
  return { ...(start_time !== undefined && { start_time }), ...(end_time !== undefined && { end_time }) };
}

function numberOf(text = ""): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
