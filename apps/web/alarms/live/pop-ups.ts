import type { AlarmEvent } from "@canopy/contract/alarms/events";

/** More are counted below. */
export const MOST_SHOWN = 3;
/** Of an ordinary alarm; an urgent one stays until it is acknowledged. */
const ORDINARY_MS = 10_000;

interface PopUp {
  readonly event: AlarmEvent;
  readonly sinceMs: number;
}

export interface PopUps {
  /** Events that were seen already; undefined before the first answer. */
  readonly known: ReadonlySet<string> | undefined;
  readonly list: readonly PopUp[];
  /** Those that came with the last answer. */
  readonly fresh: readonly AlarmEvent[];
}

export const NO_POP_UPS: PopUps = { known: undefined, list: [], fresh: [] };

/** After an answer with the newest open events: new ones come in, those that somebody took go. */
export function withAnswer({ known, list }: PopUps, events: readonly AlarmEvent[], nowMs: number): PopUps {
  const ids = events.map(({ event_id }) => event_id);
  const fresh = known === undefined ? [] : events.filter((event) => isTold(event) && !known.has(event.event_id));
  const newest = new Map(events.map((event) => [event.event_id, event]));
  const kept = list
    .map(({ event, sinceMs }) => ({ event: newest.get(event.event_id) ?? event, sinceMs }))
    .filter(({ event }) => event.state === "new");
  const added = fresh.map((event) => ({ event, sinceMs: nowMs }));
  return { known: new Set([...(known ?? []), ...ids]), list: [...added, ...kept], fresh };
}

/** A tip only counts in the bell; an event that is muted or late is not announced. */
const isTold = ({ level, state, is_muted, is_late }: AlarmEvent): boolean =>
  level !== "tip" && state === "new" && !is_muted && !is_late;

/** Without the ordinary ones whose time is over. */
export function withoutOld(popUps: PopUps, nowMs: number): PopUps {
  const list = popUps.list.filter(({ event, sinceMs }) => event.level === "urgent" || nowMs - sinceMs < ORDINARY_MS);
  return list.length === popUps.list.length ? popUps : { ...popUps, list };
}

export const without = (popUps: PopUps, eventId: string): PopUps => ({
  ...popUps,
  list: popUps.list.filter(({ event }) => event.event_id !== eventId),
});
