import { type FindWays, MAX_FIND_MS, MAX_MOMENTS, MAX_TOLERANCE_MS } from "@canopy/contract/signals/find-signal";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import type { TimeRange } from "../../ui/time/time-range.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { addressOfSignals, signalsOfAddress } from "../layouts/signals-address.ts";

export const FIND_WAYS = ["moments", "windows", "signal", "gpsSpeed"] as const satisfies readonly FindWays["way"][];
type FindWay = (typeof FIND_WAYS)[number];

const FIRST_TOLERANCE_MS = 500;
const US_PER_MS = 1000;
const NOTHING: TimeRange = { fromMs: null, toMs: null };

/** What is known of the signal. All of it is in the address. */
export interface FindAsked {
  readonly way: FindWay;
  /** Ascending, each once. */
  readonly momentsMs: readonly number[];
  readonly toleranceMs: number;
  readonly a: TimeRange;
  readonly b: TimeRange;
  readonly signal: SignalReference | undefined;
}

type Words = Readonly<Record<string, string | undefined>>;

/** Whatever does not fit falls back in silence. */
export function readAsked(search: Words): FindAsked {
  const tolerance = Number(search.tol);
  return {
    way: FIND_WAYS.find((one) => one === search.way) ?? "moments",
    momentsMs: ordered((search.marks ?? "").split(".").flatMap((text) => timeOf(text) ?? [])),
    toleranceMs:
      Number.isInteger(tolerance) && tolerance >= 1 && tolerance <= MAX_TOLERANCE_MS ? tolerance : FIRST_TOLERANCE_MS,
    a: readWindow(search.wa),
    b: readWindow(search.wb),
    signal: signalsOfAddress(search.ref, 1)[0],
  };
}

/** The words that change with these; a search belongs to what was asked, so it ends. */
export function wordsOf(changes: Partial<FindAsked>): Words {
  return {
    ...("way" in changes && { way: changes.way === "moments" ? undefined : changes.way }),
    ...(changes.momentsMs && { marks: ordered(changes.momentsMs).join(".") || undefined }),
    ...(changes.toleranceMs !== undefined && {
      tol: changes.toleranceMs === FIRST_TOLERANCE_MS ? undefined : String(changes.toleranceMs),
    }),
    ...(changes.a && { wa: writeWindow(changes.a) }),
    ...(changes.b && { wb: writeWindow(changes.b) }),
    ...("signal" in changes && { ref: changes.signal && addressOfSignals([changes.signal]) }),
    run: undefined,
    pick: undefined,
  };
}

/** The span of a running or finished search. */
export function readSpan(text: string | undefined): TimeSpan | undefined {
  const { fromMs, toMs } = readWindow(text);
  return fromMs !== null && toMs !== null && fromMs < toMs ? { fromMs, toMs } : undefined;
}

export const writeSpan = ({ fromMs, toMs }: TimeSpan): string => `${Math.floor(fromMs)}-${Math.ceil(toMs)}`;

/** The range of the page with everything that is marked; of windows that lie further apart only the way between them. */
export function spanOf({ way, momentsMs, a, b }: FindAsked, range: TimeSpan): TimeSpan {
  const marked = way === "moments" ? momentsMs : way === "windows" ? timesOf(a, b) : [];
  const hull = (times: readonly number[]) => ({ fromMs: Math.min(...times), toMs: Math.max(...times) + 1 });
  if (marked.length === 0) return range;
  const whole = hull([...marked, range.fromMs, range.toMs - 1]);
  return way === "windows" && isTooLong(whole) ? hull(marked) : whole;
}

export const isTooLong = ({ fromMs, toMs }: TimeSpan): boolean => toMs - fromMs > MAX_FIND_MS;

/** What is sent; undefined: something is missing. */
export function targetOf({ way, momentsMs, toleranceMs, a, b, signal }: FindAsked): FindWays | undefined {
  if (way === "gpsSpeed") return { way };
  if (way === "signal") return signal && { way, signal };
  if (way === "moments")
    return momentsMs.length === 0 ? undefined : { way, times: momentsMs.map(usText), tolerance_ms: toleranceMs };
  const [spanA, spanB] = [a, b].map((one) => readSpan(writeWindow(one)));
  if (!spanA || !spanB) return undefined;
  const sent = ({ fromMs, toMs }: TimeSpan) => ({ from: usText(fromMs), to: usText(toMs) });
  return { way, a: sent(spanA), b: sent(spanB) };
}

export const usText = (ms: number): string => String(Math.round(ms) * US_PER_MS);

const ordered = (times: readonly number[]): number[] =>
  [...new Set(times.map(Math.round))].sort((a, b) => a - b).slice(0, MAX_MOMENTS);

const timesOf = (...windows: readonly TimeRange[]): number[] =>
  windows.flatMap(({ fromMs, toMs }) => [fromMs, toMs]).filter((one) => one !== null);

function timeOf(text: string): number | null {
  const value = Number(text || Number.NaN);
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function readWindow(text: string | undefined): TimeRange {
  const [from, to, more] = (text ?? "").split("-");
  if (from === undefined || to === undefined || more !== undefined) return NOTHING;
  return { fromMs: timeOf(from), toMs: timeOf(to) };
}

function writeWindow({ fromMs, toMs }: TimeRange): string | undefined {
  if (fromMs === null && toMs === null) return undefined;
  return `${fromMs === null ? "" : Math.round(fromMs)}-${toMs === null ? "" : Math.round(toMs)}`;
}
